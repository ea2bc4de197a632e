import type { Context } from 'hono'

/**
 * Whether a request that sends something comes from a page of one's own, whatever type its body has: the browser says
 * where a form comes from, in `Sec-Fetch-Site`, or in `Origin` where it is older. What only reads is always one's own.
 *
 * @param address address of the pages, of which the origin counts
 * @see W3C Fetch Metadata Request Headers, RFC 6454 (Origin)
 */
export function isOwnForm(c: Context, address: string): boolean {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return true
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return c.req.header('origin') === new URL(address).origin
}
