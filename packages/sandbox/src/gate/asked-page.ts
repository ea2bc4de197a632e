import type { Context } from 'hono'

/**
 * The page to show again after a log-in: the one that was requested, or the one that a form was
 * sent from.
 *
 * @returns path and query; `undefined` for a form when the browser does not name its page
 */
export function askedPage(c: Pick<Context, 'req'>): string | undefined {
  const { host, pathname, search } = new URL(c.req.url)
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return pathname + search
  const page = URL.parse(c.req.header('referer') ?? '')
  // A proxy may have changed https to http, so only the host is compared.
  return page?.host === host ? page.pathname + page.search : undefined
}
