import type { Context } from 'hono'

/**
 * Checks for cross-site request forgery: whether a request that changes something comes from a page
 * of this origin, whatever the type of its body. The browser names the source in `Sec-Fetch-Site`,
 * or in `Origin` if it is older. A read-only request always passes.
 *
 * @param address address of the pages; only its origin is used
 * @see W3C Fetch Metadata Request Headers, RFC 6454 (Origin)
 */
export function isOwnForm(c: Context, address: string): boolean {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return true
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return c.req.header('origin') === new URL(address).origin
}
