import { routeOf, securityLine } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import type { WriteLog } from '../console-options.ts'
import type { ConsoleHono } from './console-hono.ts'

/** Middleware that gives routes the security log. */
export function withSecurityLog(writeLog: WriteLog) {
  return createMiddleware<ConsoleHono>((c, next) => {
    c.set('securityLog', (code, details = {}) => {
      writeLog({ ...securityLine(code, c.req.raw, routeOf(c)), ...details })
    })
    return next()
  })
}
