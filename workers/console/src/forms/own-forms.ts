import { isOwnForm } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import type { ConsoleHono } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'
import { showNotice } from '../layout/notice-page.tsx'

/**
 * Middleware that accepts only forms of the desk's own pages (protection against cross-site request
 * forgery).
 */
export const requireOwnForm = createMiddleware<ConsoleHono>(async (c, next) => {
  if (isOwnForm(c, c.env.CONSOLE_URL)) return next()
  c.var.securityLog('desk_foreign_form')
  return showNotice(c, { ...layoutMessages[c.var.language].foreignForm, status: 403 })
})
