import { createMiddleware } from 'hono/factory'
import type { ConsoleHono } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'
import { showNotice } from '../layout/notice-page.tsx'

/**
 * Takes forms of the desk's own pages only, whatever type their body has: the browser says where a form comes from, in
 * `Sec-Fetch-Site`, or in `Origin` where it is older.
 */
export const ownFormsOnly = createMiddleware<ConsoleHono>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const site = c.req.header('sec-fetch-site')
  const isOwn =
    site === undefined
      ? c.req.header('origin') === new URL(c.env.CONSOLE_URL).origin
      : site === 'same-origin'
  return isOwn
    ? next()
    : showNotice(c, { ...layoutMessages[c.var.language].foreignForm, status: 403 })
})
