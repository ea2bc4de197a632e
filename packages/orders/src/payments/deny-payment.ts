import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { CallbackRecord } from '../callbacks/callback-record.ts'
import { openDatabase } from '../database/open-database.ts'
import { orders, outbox } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OutboxRow } from '../events/outbox.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, type OrderRows } from '../orders/order-view.ts'
import type { OrdersContext } from '../orders-context.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import { timeIsOver } from './expire-orders.ts'
import type { DenialOutcome, DenialVerdict } from './payments-api.ts'
import { queryPayment, type QueriedPayment } from './query-payment.ts'
import { settleAnswer } from './settle-answer.ts'

type Attempt = OrderRows['attempts'][number]
type Asked = readonly (readonly [payment: QueriedPayment, answer: OrderStatus | string])[]

/** The unsettled callbacks of an order: still being retried, or dead letters. */
function unsettledOf(orderId: string): SQL {
  // Each half repeats the condition of a partial index.
  return sql`${outbox.orderId} = ${orderId} AND (outbox.kind = 'confirm' AND outbox.state = 'open'
    OR outbox.kind = 'confirm' AND outbox.state = 'dead')`
}

function callbacksOf(context: OrdersContext, orderId: string): Promise<OutboxRow[]> {
  return openDatabase(context)
    .select()
    .from(outbox)
    .where(unsettledOf(orderId))
    .orderBy(outbox.createdAtMs)
}

function signedBy(row: OutboxRow): CallbackRecord['signed'] {
  const { signed }: CallbackRecord = JSON.parse(row.payload)
  return signed
}

async function askAbout(context: OrdersContext, attempts: readonly Attempt[]): Promise<Asked> {
  const asked: (readonly [QueriedPayment, OrderStatus | string])[] = []
  await inParallel(attempts, async ({ orderId, reference, serviceOrderId }) => {
    if (serviceOrderId === null) return
    const payment = { orderId, reference, serviceOrderId }
    asked.push([payment, await queryPayment(context, payment)])
  })
  return asked
}

/** Stores a payment that the service confirms after all. */
async function settlePaid(context: OrdersContext, asked: Asked): Promise<boolean> {
  let isPaid = false
  for (const [payment, answer] of asked) {
    if (typeof answer === 'string') continue
    if ((await settleAnswer(context, payment, answer)) !== undefined) isPaid = true
  }
  return isPaid
}

/** Why the answers do not deny every payment that a callback reports; `undefined` when they do. */
function whyNotDenied(asked: Asked, callbacks: readonly OutboxRow[]): string | undefined {
  for (const [, answer] of asked) if (typeof answer === 'string') return answer
  const askedFor = new Set(asked.map(([{ serviceOrderId }]) => serviceOrderId))
  const isAsked = callbacks.every((row) => askedFor.has(signedBy(row).order_id))
  return asked.length > 0 && isAsked ? undefined : 'a callback has not been asked about yet'
}

function denied(
  { order }: OrderRows,
  verdict: DenialVerdict,
  told: { readonly atMs: number; readonly asked: Asked; readonly callbacks: readonly OutboxRow[] },
): readonly [denial: Transition, callbacksDone: Transition] {
  const { id: orderId, version } = order
  const { atMs, asked, callbacks } = told
  const known = JSON.stringify(callbacks.map(({ key }) => key))
  const ofKnown = sql`(SELECT value FROM json_each(${known}))`
  const newest = callbacks.at(-1)
  const signed = newest && signedBy(newest)
  const [attempt, answer] =
    asked.find(([{ serviceOrderId }]) => serviceOrderId === signed?.order_id) ?? asked.at(-1) ?? []
  const data = {
    reason: 'payment_denied',
    reference: attempt?.reference ?? null,
    service_order_id: attempt?.serviceOrderId ?? null,
    transaction_id: signed?.transaction_id ?? null,
    pay_status: typeof answer === 'object' ? answer.pay_status : null,
    staff_id: verdict.staffId,
    verdict_reason: verdict.reason,
  }
  // An order may be denied again after another callback; the version distinguishes the denials.
  const once = `denied:${version + 1}`
  return [
    {
      decide: update(orders, {
        set: { state: 'expired', version: version + 1 },
        where: and(
          eq(orders.id, orderId),
          eq(orders.state, 'paid_unverified'),
          eq(orders.version, version),
          timeIsOver(atMs),
          sql`NOT EXISTS (SELECT 1 FROM ${outbox}
            WHERE ${unsettledOf(orderId)} AND ${outbox.key} NOT IN ${ofKnown})`,
        ),
      }),
      journal: {
        atMs,
        kind: 'payment.denied',
        orderId,
        dedupe: `payment.denied:${orderId}:${version + 1}`,
        evidence: 'word of a person',
        data,
      },
      event: { atMs, orderId, type: 'order.expired', once, data },
    },
    // The callbacks are settled. They can be replayed; a payment found then is a late payment.
    {
      decide: update(outbox, {
        set: { state: 'done' },
        where: and(
          unsettledOf(orderId),
          sql`${outbox.key} IN ${ofKnown}`,
          sql`EXISTS (SELECT 1 FROM ${orders}
            WHERE id = ${orderId} AND state = 'expired' AND version = ${version + 1})`,
        ),
      }),
    },
  ]
}

/**
 * Records, by the decision of an operator whom the journal names, that an order is not paid
 * although a callback says so. The same step queries the service about every attempt. Only when it
 * answers that none of them is paid, and the lifetime of the order is over, the order becomes
 * `expired` and the shop gets the reason. A payment that the service names pays the order instead.
 * After that the daily query ends; a repeated callback triggers a new query, and a late payment is
 * accepted like any other. Once the lifetime is over, every status other than SUCCESS counts as a
 * denial; the operator is responsible for its interpretation. Assumes G-08.
 *
 * @returns `not_unknown` when the order does not wait for a confirmation, or when the service now
 *   confirms the payment; `not_denied` when the service gives no trustworthy answer or the order
 *   can still be paid
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
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  if (rows.order.state !== 'paid_unverified') {
    return { outcome: 'not_unknown', order: orderView(rows) }
  }
  const callbacks = await callbacksOf(context, orderId)
  const asked = await askAbout(context, rows.attempts)
  const isPaid = await settlePaid(context, asked)
  const why = isPaid ? undefined : whyNotDenied(asked, callbacks)
  if (why !== undefined) return { outcome: 'not_denied', why, order: orderView(rows) }
  const [denial, callbacksDone] = denied(rows, verdict, { atMs: context.now(), asked, callbacks })
  const done = isPaid
    ? undefined
    : await transactAll(context, { transitions: [denial, callbacksDone] })
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  const order = orderView(after)
  if (done?.happened(denial) === true) return { outcome: 'settled', order }
  if (after.order.state !== 'paid_unverified') return { outcome: 'not_unknown', order }
  return { outcome: 'not_denied', why: 'the order can still be paid, or a callback came', order }
}
