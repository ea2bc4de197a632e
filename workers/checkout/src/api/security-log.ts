import { networkOf, type SecurityEventCode } from '@merchant-edge/pages'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { SecurityLogLine, WriteLog } from '../checkout-options.ts'

/** What a line about security may name besides. */
export type SecurityDetails = Pick<SecurityLogLine, 'orderId' | 'operator' | 'secret'>

declare module 'hono' {
  interface ContextVariableMap {
    /** Writes a line about security into the log. */
    readonly securityLog: (code: SecurityEventCode, details?: SecurityDetails) => void
    /** The same for what happens all the time: the first of its kind from a network, and then not for five minutes. */
    readonly securityLogNowAndThen: (code: SecurityEventCode, details?: SecurityDetails) => void
  }
}

const quietMs = 5 * 60 * 1000
/** Kinds that are remembered at most: when there are more, all are told again. */
const kindsMax = 1_000

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
 *
 * @param now milliseconds since 1970
 */
export function withSecurityLog(writeLog: WriteLog, now: () => number): MiddlewareHandler {
  const quietUntil = new Map<string, number>()
  return (c, next) => {
    const network = networkOf(addressOf(c))
    c.set('securityLog', (code, details = {}) => {
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
    c.set('securityLogNowAndThen', (code, details = {}) => {
      const kind = JSON.stringify([code, details, network])
      if ((quietUntil.get(kind) ?? 0) > now()) return
      if (quietUntil.size >= kindsMax) quietUntil.clear()
      quietUntil.set(kind, now() + quietMs)
      c.var.securityLog(code, details)
    })
    return next()
  }
}
