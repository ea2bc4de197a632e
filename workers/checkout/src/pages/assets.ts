import { paperStyles, sendOnceScript, watchScript } from '@merchant-edge/pages'
import { type Context, Hono } from 'hono'
import type { Brand, BrandLogo } from './brand.ts'
import { brandStyles } from './brand-styles.ts'
import { styles } from './styles.ts'

const styleSheet = paperStyles + styles
const script = watchScript + sendOnceScript

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1d4ed8"/><path d="M9 17l5 5 9-11" fill="none" stroke="#fff" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/**
 * A short version name of a content (FNV-1a, 32 bits): it changes with the content, so a browser
 * may cache it for ever under this name. It is not a security measure.
 */
function contentVersion(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Path of the style sheet, which changes with its content. */
export const stylesPath = `/styles.css?v=${contentVersion(styleSheet)}`
/** Path of the script, which changes with its content. */
export const scriptPath = `/checkout.js?v=${contentVersion(script)}`

/** Path of the merchant's colours; `undefined` when the pages have those of the checkout. */
export function brandStylesPath(brand: Brand): string | undefined {
  const text = brandStyles(brand)
  return text === '' ? undefined : `/brand.css?v=${contentVersion(text)}`
}

/** Path of the merchant's logo, which changes with it. */
export function logoPath({ bytes }: BrandLogo): string {
  return `/brand-logo?v=${contentVersion(bytes)}`
}

/**
 * Serves a file that may be cached for a year under its version name, and for a minute under any
 * other name.
 */
function asset(c: Context, content: string | Uint8Array<ArrayBuffer>, type: string): Response {
  const isVersioned = c.req.query('v') === contentVersion(content)
  return c.body(content, 200, {
    'content-type': typeof content === 'string' ? `${type}; charset=utf-8` : type,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
  })
}

/** Serves the style sheets, the script, the icon and the logo of the pages. */
export function assetRoutes(): Hono {
  const routes = new Hono()
  routes.get('/styles.css', (c) => asset(c, styleSheet, 'text/css'))
  routes.get('/checkout.js', (c) => asset(c, script, 'text/javascript'))
  routes.get('/icon.svg', (c) => asset(c, icon, 'image/svg+xml'))
  routes.get('/brand.css', (c) => asset(c, brandStyles(c.var.brand()), 'text/css'))
  routes.get('/brand-logo', (c) => {
    const { logo } = c.var.brand()
    return logo === undefined ? c.notFound() : asset(c, logo.bytes, logo.type)
  })
  return routes
}
