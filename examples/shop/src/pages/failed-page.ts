import { ownPath } from '@merchant-edge/pages'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { localeOf } from './locale.ts'
import { messagePage } from './message-page.ts'
import { pageOfForm, refuseForm } from './refused-form.ts'

/** Logs an unexpected error for the operator. */
export type ReportFailure = (error: Error) => void

/** Reports to the log of the Worker. */
export const reportToLog: ReportFailure = ({ message, stack }) => {
  // oxlint-disable-next-line no-console -- the log of a Worker is its console
  console.error(JSON.stringify({ event: 'shop_failed', message, stack }))
}

/** Addresses that programs request, not customers. */
export const programPaths = new Set(['/webhooks', '/auth/back-channel-logout'])

/**
 * Answers an unexpected error: a customer gets a page with a link, a program gets a status, and the
 * operator gets a line in the log.
 */
export function answerFailure(
  error: Error,
  c: Context,
  report: ReportFailure,
): Response | Promise<Response> {
  if (error instanceof HTTPException) return refuseForm(c, 'formUnreadable', error.status)
  report(error)
  if (programPaths.has(c.req.path)) return c.json({ reason: 'failed' }, 500)
  const locale = localeOf(c)
  const { messages } = locale
  const { method, raw } = c.req
  const path = ownPath(raw)
  const isShown = method === 'GET'
  const detail = isShown ? messages.failedToShow : messages.failedToDo
  // A single step of the sign-in cannot be repeated, so the page links to its start.
  const way =
    isShown && !path.startsWith('/auth/')
      ? { text: messages.tryAgain, href: path }
      : pageOfForm(c, locale)
  const message = { path: way.href, text: messages.failed, detail, way }
  return c.html(messagePage(locale, message), 500)
}
