import { type Context, Hono } from 'hono'
import { script } from './script.ts'
import { styles } from './styles.ts'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1d4ed8"/><path d="M9 17l5 5 9-11" fill="none" stroke="#fff" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/**
 * A short name for a text (FNV-1a, 32 bits): it changes when the text does, so that a browser may keep
 * the text under this name for ever. It protects nothing.
 */
function contentVersion(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Path of the style sheet, which changes with what is in it. */
export const stylesPath = `/styles.css?v=${contentVersion(styles)}`
/** Path of the script, which changes with what is in it. */
export const scriptPath = `/checkout.js?v=${contentVersion(script)}`

/** Lets a file be kept for a year under the name of its version, and for a minute under any other. */
function asset(c: Context, text: string, type: string): Response {
  const isVersioned = c.req.query('v') === contentVersion(text)
  return c.body(text, 200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
  })
}

/** Serves the style sheet, the script and the icon of the pages. */
export function assetRoutes(): Hono {
  const routes = new Hono()
  routes.get('/styles.css', (c) => asset(c, styles, 'text/css'))
  routes.get('/checkout.js', (c) => asset(c, script, 'text/javascript'))
  routes.get('/icon.svg', (c) => asset(c, icon, 'image/svg+xml'))
  return routes
}
