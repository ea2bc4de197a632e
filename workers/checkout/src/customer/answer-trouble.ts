import type { Context } from 'hono'
import type { Speech } from '../pages/language.ts'
import { messagePage } from '../pages/message-page.ts'
import type { PaymentStage } from '../pages/payment-stage.ts'
import type { Texts } from '../pages/texts/english.ts'

/** What a customer is told instead of what was asked for. */
export type Trouble = keyof Texts['troubles']

interface TroubleAnswer {
  readonly status: 404 | 429 | 502 | 503
  readonly icon: PaymentStage
  /** Whether the same address may work in a moment. */
  readonly mayWorkAgain: boolean
  readonly retryAfterSeconds?: number
}

const answers: Readonly<Record<Trouble, TroubleAnswer>> = {
  missing: { status: 404, icon: 'disputed', mayWorkAgain: false },
  limited: { status: 429, icon: 'waiting', mayWorkAgain: true, retryAfterSeconds: 60 },
  unavailable: { status: 503, icon: 'waiting', mayWorkAgain: true, retryAfterSeconds: 5 },
  notStarted: { status: 502, icon: 'disputed', mayWorkAgain: true },
}

/** Answers with a page that says what is wrong, without a word about the inside. */
export function answerTrouble(
  c: Context,
  speech: Speech,
  trouble: Trouble,
): Response | Promise<Response> {
  const { texts } = speech
  const { status, icon, mayWorkAgain, retryAfterSeconds } = answers[trouble]
  const orderId = trouble === 'notStarted' ? c.req.param('id') : undefined
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  const message = {
    ...texts.troubles[trouble],
    icon,
    ...(mayWorkAgain && { action: { label: texts.tryAgain, href: c.req.path } }),
    ...(orderId !== undefined && { orderId }),
  }
  return c.html(messagePage(message, speech), status)
}
