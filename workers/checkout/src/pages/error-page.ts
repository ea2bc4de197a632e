import { ownPath } from '@merchant-edge/pages'
import type { Context } from 'hono'
import { keptQuery } from './kept-query.ts'
import type { Locale } from './locale.ts'
import { messagePage } from './message-page.ts'
import type { Messages } from './messages/english.ts'
import type { StageIcon } from './stage-icon.ts'

/** Kinds of error pages. */
export type PageError = keyof Messages['errors']

interface ErrorAnswer {
  readonly status: 404 | 429 | 502 | 503
  readonly icon: StageIcon
  /** Whether the same address may work in a moment. */
  readonly mayWorkAgain: boolean
  readonly retryAfterSeconds?: number
}

const answers: Readonly<Record<PageError, ErrorAnswer>> = {
  notFound: { status: 404, icon: 'disputed', mayWorkAgain: false },
  rateLimited: { status: 429, icon: 'waiting', mayWorkAgain: true, retryAfterSeconds: 60 },
  unavailable: { status: 503, icon: 'waiting', mayWorkAgain: true, retryAfterSeconds: 5 },
  notStarted: { status: 502, icon: 'disputed', mayWorkAgain: true },
}

/** Answers a customer with an error page that has no internal details. */
export function renderErrorPage(
  c: Context,
  locale: Locale,
  error: PageError,
): Response | Promise<Response> {
  const { messages } = locale
  const { status, icon, mayWorkAgain, retryAfterSeconds } = answers[error]
  // Without the order key the same address would show less.
  const keepQuery = keptQuery(c)
  const query = new URLSearchParams(keepQuery).toString()
  const path = ownPath(c.req.raw)
  const href = query === '' ? path : `${path}?${query}`
  const orderId = error === 'notStarted' ? c.req.param('id') : undefined
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  const message = {
    ...messages.errors[error],
    icon,
    keepQuery,
    ...(mayWorkAgain && { action: { label: messages.tryAgain, href } }),
    ...(orderId !== undefined && { orderId }),
  }
  return c.html(messagePage(message, locale), status)
}
