import { ownPath } from '@merchant-edge/pages'
import type { Context } from 'hono'
import { keptQuery } from './kept-query.ts'
import type { Locale } from './locale.ts'
import { messagePage } from './message-page.ts'
import type { Messages } from './messages/english.ts'
import type { StageIcon } from './stage-icon.ts'

/** Kinds of error pages. */
export type PageError = keyof Messages['errors']

/**
 * Statuses of a form that cannot be read: incomplete or malformed, too slow, too large, not a form.
 */
export type BadFormStatus = 400 | 408 | 413 | 415

interface ErrorAnswer {
  readonly status: 404 | 429 | 502 | 503 | BadFormStatus
  readonly icon: StageIcon
  /** Whether the same address may work in a moment. */
  readonly mayWorkAgain: boolean
  readonly retryAfterSeconds?: number
}

const answers: Readonly<Record<PageError, ErrorAnswer>> = {
  notFound: { status: 404, icon: 'disputed', mayWorkAgain: false },
  badForm: { status: 400, icon: 'disputed', mayWorkAgain: false },
  rateLimited: { status: 429, icon: 'waiting', mayWorkAgain: true, retryAfterSeconds: 60 },
  unavailable: { status: 503, icon: 'waiting', mayWorkAgain: true, retryAfterSeconds: 5 },
  notStarted: { status: 502, icon: 'disputed', mayWorkAgain: true },
}

/** Answers a form that cannot be read with a page for the customer. */
export function renderBadForm(
  c: Context,
  locale: Locale,
  status: BadFormStatus,
): Response | Promise<Response> {
  return render(c, locale, { error: 'badForm', ...answers.badForm, status })
}

/**
 * Answers a customer with a page that says what is wrong, without internal details of the Worker.
 */
export function renderErrorPage(
  c: Context,
  locale: Locale,
  error: Exclude<PageError, 'badForm'>,
): Response | Promise<Response> {
  return render(c, locale, { error, ...answers[error] })
}

function render(
  c: Context,
  locale: Locale,
  answer: ErrorAnswer & { readonly error: PageError },
): Response | Promise<Response> {
  const { messages } = locale
  const { error, status, icon, mayWorkAgain, retryAfterSeconds } = answer
  // Without its key the same address would show less.
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
