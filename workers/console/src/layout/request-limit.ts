import { callerOf } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import type { ConsoleHono } from './console-hono.ts'
import { layoutMessages } from './messages.ts'
import { showNotice } from './notice-page.tsx'

/** The limit counts by the minute, which is what `Retry-After` says. */
const periodSeconds = 60

/** Refuses a client address that exceeds the rate limit of the binding PAGE_LIMIT, if it is set. */
export const limitRate = createMiddleware<ConsoleHono>(async (c, next) => {
  const limited = await c.env.PAGE_LIMIT?.limit({ key: callerOf(c.req.raw) })
  if (limited?.success !== false) return next()
  c.var.securityLog('rate_limited')
  c.header('retry-after', String(periodSeconds))
  return showNotice(c, { ...layoutMessages[c.var.language].tooOften, status: 429 })
})
