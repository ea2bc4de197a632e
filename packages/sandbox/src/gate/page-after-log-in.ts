import type { Context } from 'hono'

/**
 * The page to show after a log-in: the requested page, or the page that sent the form.
 *
 * @returns path and query; `undefined` for a form when the browser does not send its page
 */
export function pageAfterLogIn(c: Pick<Context, 'req'>): string | undefined {
  const { host, pathname, search } = new URL(c.req.url)
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return pathname + search
  const page = URL.parse(c.req.header('referer') ?? '')
  // A proxy may have terminated TLS, so only the hosts are compared.
  return page?.host === host ? page.pathname + page.search : undefined
}
