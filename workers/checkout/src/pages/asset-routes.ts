import { Hono, type Context } from 'hono'
import { contentVersion } from './content-version.ts'
import { script } from './script.ts'
import { styles } from './styles.ts'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1d4ed8"/><path d="M9 17l5 5 9-11" fill="none" stroke="#fff" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Keeps a file for ever under the name of its version, and for a minute under any other. */
function asset(c: Context, text: string, type: string): Response {
  const isVersioned = c.req.query('v') === contentVersion(text)
  return c.body(text, 200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
  })
}

/** The files that the pages load. */
export function assetRoutes(): Hono {
  const routes = new Hono()
  routes.get('/styles.css', (c) => asset(c, styles, 'text/css'))
  routes.get('/checkout.js', (c) => asset(c, script, 'text/javascript'))
  routes.get('/icon.svg', (c) => asset(c, icon, 'image/svg+xml'))
  return routes
}
