import {
  networkOf,
  addressOf,
  routeOf,
  securityLine,
  type SecurityEventCode,
} from '@merchant-edge/pages'
import type { MiddlewareHandler } from 'hono'
import type { SecurityLogLine, WriteLog } from '../checkout-options.ts'

/** Further fields of a security log line. */
export type SecurityDetails = Pick<SecurityLogLine, 'orderId' | 'operator' | 'secret'>

declare module 'hono' {
  interface ContextVariableMap {
    /** Writes a security log line. */
    readonly securityLog: (code: SecurityEventCode, details?: SecurityDetails) => void
    /**
     * Writes a security log line of a frequent event: at most one per kind and network in five
     * minutes.
     */
    readonly securityLogNowAndThen: (code: SecurityEventCode, details?: SecurityDetails) => void
  }
}

const quietMs = 5 * 60 * 1000
/** Maximum number of remembered kinds; beyond it all are forgotten and logged again. */
const maxKinds = 1_000

/**
 * Middleware that gives routes the security log.
 *
 * @param now milliseconds since 1970
 */
export function withSecurityLog(writeLog: WriteLog, now: () => number): MiddlewareHandler {
  const quietUntil = new Map<string, number>()
  return (c, next) => {
    c.set('securityLog', (code, details = {}) => {
      writeLog({ ...securityLine(code, c.req.raw, routeOf(c)), ...details })
    })
    c.set('securityLogNowAndThen', (code, details = {}) => {
      const kind = JSON.stringify([code, details, networkOf(addressOf(c.req.raw))])
      if ((quietUntil.get(kind) ?? 0) > now()) return
      if (quietUntil.size >= maxKinds) quietUntil.clear()
      quietUntil.set(kind, now() + quietMs)
      c.var.securityLog(code, details)
    })
    return next()
  }
}
