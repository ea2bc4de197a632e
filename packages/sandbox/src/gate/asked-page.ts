import type { Context } from 'hono'

/**
 * The page that somebody sees again after a log-in: the one that was asked for, or the one that a form was sent from.
 *
 * @returns path and query; `undefined` for a form of which the browser does not say the page
 */
export function askedPage(c: Pick<Context, 'req'>): string | undefined {
  const { host, pathname, search } = new URL(c.req.url)
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return pathname + search
  const page = URL.parse(c.req.header('referer') ?? '')
  // A proxy may have taken the https away: the host tells.
  return page?.host === host ? page.pathname + page.search : undefined
}
