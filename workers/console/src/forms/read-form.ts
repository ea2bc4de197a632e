import { createMiddleware } from 'hono/factory'
import type { ConsoleHono } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'
import { showNotice } from '../layout/notice-page.tsx'

/**
 * Middleware that reads the form of a POST request into `c.var.form`: values by field name, the
 * first of repeated fields; empty for other methods. Another content type than
 * `application/x-www-form-urlencoded`, which the forms of the desk use, is answered 400.
 */
export const readForm = createMiddleware<ConsoleHono>(async (c, next) => {
  if (c.req.method !== 'POST') {
    c.set('form', new Map())
    return next()
  }
  const type = c.req.header('content-type') ?? ''
  const isForm = type.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
  if (!isForm) return showNotice(c, { ...layoutMessages[c.var.language].badForm, status: 400 })
  const form = new Map<string, string>()
  const text = new TextDecoder().decode(await c.req.arrayBuffer())
  for (const [name, value] of new URLSearchParams(text)) {
    if (!form.has(name)) form.set(name, value)
  }
  c.set('form', form)
  return next()
})
