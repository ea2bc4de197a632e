import {
  networkOf,
  addressOf,
  routeOf,
  securityLine,
  type SecurityEventCode,
} from '@merchant-edge/pages'
import type { MiddlewareHandler } from 'hono'
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

/**
 * Lets routes tell the log about security.
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
      if (quietUntil.size >= kindsMax) quietUntil.clear()
      quietUntil.set(kind, now() + quietMs)
      c.var.securityLog(code, details)
    })
    return next()
  }
}
