import { sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { openDatabase } from '../../database/open-database.ts'
import { journal, outbox } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import type { OutboxRow } from '../../events/outbox.ts'
import { isRepeated } from '../../journal/repeated-verdict.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { processInParallel } from '../../pacing/process-in-parallel.ts'
import { attemptStates } from '../../states/attempt-state.ts'
import { orderStates } from '../../states/order-state.ts'
import { checkVerdict } from '../../verdicts/check-verdict.ts'
import { denied, signedBy, unsettledOf, type AttemptAnswers } from './denial.ts'
import { expiryGraceMs } from '../queries/poll-schedule.ts'
import type { DenialOutcome, DenialVerdict } from '../payments-api.ts'
import { queryPayment, type QueriedPayment, type QueryAnswer } from '../queries/query-payment.ts'
import { settleAnswer } from '../queries/settle-answer.ts'

type Attempt = OrderRows['attempts'][number]

function callbacksOf(context: OrdersContext, orderId: string): Promise<OutboxRow[]> {
  return openDatabase(context)
    .select()
    .from(outbox)
    .where(unsettledOf(orderId))
    .orderBy(outbox.createdAtMs)
}

async function queryAttempts(
  context: OrdersContext,
  known: readonly Attempt[],
): Promise<AttemptAnswers> {
  const asked: (readonly [QueriedPayment, QueryAnswer])[] = []
  await processInParallel(known, async ({ orderId, reference, serviceOrderId }) => {
    if (serviceOrderId === null) return
    const payment = { orderId, reference, serviceOrderId }
    asked.push([payment, await queryPayment(context, payment)])
  })
  return asked
}

/** Stores a payment that the service confirms after all. */
async function settlePaid(context: OrdersContext, asked: AttemptAnswers): Promise<boolean> {
  let isPaid = false
  for (const [payment, answer] of asked) {
    if (answer.outcome !== 'answered') continue
    if ((await settleAnswer(context, payment, answer.status)) !== undefined) isPaid = true
  }
  return isPaid
}

/** Why the answers do not deny every payment that a callback reports; `undefined` when they do. */
function whyNotDenied(asked: AttemptAnswers, callbacks: readonly OutboxRow[]): string | undefined {
  for (const [, answer] of asked) if (answer.outcome === 'no_answer') return answer.why
  const askedFor = new Set(asked.map(([{ serviceOrderId }]) => serviceOrderId))
  const isAsked = callbacks.every((row) => askedFor.has(signedBy(row).order_id))
  return asked.length > 0 && isAsked ? undefined : 'a callback has not been asked about yet'
}

/**
 * Whether an order waits for a payment about which the service gives no usable answer: an attempt
 * is still open although its time is over.
 */
function lacksUsableAnswer({ order, attempts }: OrderRows, now: number): boolean {
  return (
    orderStates[order.state].payable &&
    attempts.some(
      ({ state, serviceOrderId, expiresAtMs, pollFailures }) =>
        attemptStates[state].live &&
        serviceOrderId !== null &&
        expiresAtMs + expiryGraceMs <= now &&
        pollFailures > 0,
    )
  )
}

/**
 * Records a person's decision, with the person's name in the journal, that an order is not paid: an
 * order that is paid only according to a callback, or one whose payment id the service does not
 * know.
 *
 * The service is asked about every attempt in the same step. Only if it answers for each attempt
 * that it is not paid, or that no order has its id, and the time of the order is over, the order
 * becomes `expired` and the shop is told why. If the service names a payment, that payment pays the
 * order instead. The daily queries then stop; a repeated callback is queried again, and a late
 * payment is accepted like any other.
 *
 * After the time of the order, every status other than SUCCESS counts as a denial. Its meaning, and
 * the reason why the service does not know an id that it has issued, are for the person to judge.
 * Assumes G-08.
 *
 * The same verdict of the same person for the same reason is answered like the first one.
 *
 * @returns `not_unknown` when the order needs no such decision, or the service now says that it is
 *   paid; `not_denied` when the service gives no trustworthy answer or the order can still be paid
 * @throws TypeError when a field of the verdict is out of its range
 *
 * @example
 * ```ts
 * import { denyPayment, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function notPaid(context: OrdersContext, orderId: string): Promise<string> {
 *   const outcome = await denyPayment(context, orderId, {
 *     reason: 'the service has no such transaction',
 *     staffId: 'an',
 *   })
 *   return outcome.outcome === 'settled' ? outcome.order.state : outcome.outcome // "expired"
 * }
 * ```
 */
export async function denyPayment(
  context: OrdersContext,
  orderId: string,
  verdict: DenialVerdict,
): Promise<DenialOutcome> {
  checkContext('denyPayment', context)
  checkArguments('denyPayment', { verdict }, { orderId })
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  if (rows.order.state !== 'paid_unverified' && !lacksUsableAnswer(rows, context.now())) {
    const about = sql`${journal.orderId} = ${orderId} AND ${journal.kind} IN ('payment.denied', 'order.expired')`
    const isSaid = rows.order.state === 'expired' && (await isRepeated(context, verdict, { about }))
    return { outcome: isSaid ? 'settled' : 'not_unknown', order: orderView(rows) }
  }
  const callbacks = await callbacksOf(context, orderId)
  const asked = await queryAttempts(context, rows.attempts)
  const isPaid = await settlePaid(context, asked)
  const why = isPaid ? undefined : whyNotDenied(asked, callbacks)
  if (why !== undefined) return { outcome: 'not_denied', why, order: orderView(rows) }
  const transitions = denied(rows, verdict, { atMs: context.now(), asked, callbacks })
  const [denial] = transitions
  const done = isPaid ? undefined : await transactAll(context, { transitions })
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  const order = orderView(after)
  if (done?.happened(denial) === true) return { outcome: 'settled', order }
  if (after.order.state !== rows.order.state) return { outcome: 'not_unknown', order }
  return { outcome: 'not_denied', why: 'the order can still be paid, or a callback came', order }
}
