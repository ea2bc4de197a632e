import { networkOf, type SecurityEventCode } from '@merchant-edge/pages'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { SecurityLogLine, WriteLog } from '../checkout-options.ts'

/** What a line about security may name besides. */
export type SecurityDetails = Pick<SecurityLogLine, 'orderId' | 'operator'>

declare module 'hono' {
  interface ContextVariableMap {
    /** Writes a line about security into the log. */
    readonly securityLog: (code: SecurityEventCode, details?: SecurityDetails) => void
  }
}

/** The address that sent a request, as the platform names it; others may write any header but this one. */
export function addressOf(c: Context): string | undefined {
  return c.req.header('cf-connecting-ip')
}

/** The most exact pattern that the address of a request has: `/pay/:id`. */
function routeOf(c: Context): string {
  const patterns = matchedRoutes(c).map(({ path }) => path)
  return patterns.reduce((exact, path) => (path.length > exact.length ? path : exact), '')
}

/**
 * Lets routes tell the log about security. A line has the route and never the path, which may hold a token; of the
 * address its network only; and the id under which the platform knows the request.
 */
export function withSecurityLog(writeLog: WriteLog): MiddlewareHandler {
  return (c, next) => {
    c.set('securityLog', (code, details = {}) => {
      const network = networkOf(addressOf(c))
      const ray = /^[\w-]{1,40}$/.exec(c.req.header('cf-ray') ?? '')?.[0]
      writeLog({
        event: 'security',
        code,
        method: c.req.method.slice(0, 16),
        route: routeOf(c),
        ...details,
        ...(network !== undefined && { network }),
        ...(ray !== undefined && { ray }),
      })
    })
    return next()
  }
}
