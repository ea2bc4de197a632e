import { and, eq, ne, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { eventKey } from '../database/event-to-send.ts'
import { disputedPayments, journal, orders, outbox } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { update, updateOne, type Transition } from '../database/transition.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, type OrderRows } from '../orders/order-view.ts'
import type { OrderView } from '../orders/orders-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'
import { isPayment, otherOrderHas, stateAfterDispute } from './disputed-payment.ts'
import type { DisputeVerdict } from './payments-api.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]

/** The other order that a transaction pays, or that keeps it until a person decides. */
async function otherOrderOf(
  context: OrdersContext,
  { transactionId, orderId }: DisputedPayment,
): Promise<string | null> {
  const db = openDatabase(context)
  const [paid] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.paidTransactionId, transactionId), ne(orders.id, orderId)))
  if (paid !== undefined) return paid.id
  const [kept] = await db
    .select({ id: disputedPayments.orderId })
    .from(disputedPayments)
    .where(
      and(
        eq(disputedPayments.transactionId, transactionId),
        ne(disputedPayments.orderId, orderId),
        ne(disputedPayments.state, 'released'),
      ),
    )
  return kept?.id ?? null
}

/** When a payment is released, and to which order. */
interface Told {
  readonly atMs: number
  readonly otherOrderId: string | null
}

function lineOfRelease(orderId: string, transactionId: string): string {
  return `payment.released:${orderId}:${transactionId}`
}

function released(payment: DisputedPayment, verdict: DisputeVerdict, told: Told): Transition {
  const { transactionId, orderId, reference } = payment
  const { atMs, otherOrderId } = told
  const data = {
    transaction_id: transactionId,
    reference,
    order_id_of_payment: otherOrderId,
    staff_id: verdict.staffId,
    verdict_reason: verdict.reason,
  }
  const ofOrder = { key: orders.id, equals: orderId }
  return {
    decide: update(disputedPayments, {
      set: { state: 'released' },
      where: and(
        isPayment(payment),
        eq(disputedPayments.state, 'open'),
        eq(disputedPayments.refundedVnd, 0),
        eq(disputedPayments.refundedPoints, 0),
        eq(disputedPayments.hasRow, false),
        otherOrderHas(transactionId, orderId),
      ),
    }),
    require: [
      updateOne(orders, { ...ofOrder, set: { version: sql`${orders.version} + 1` } }),
      updateOne(orders, { ...ofOrder, set: { state: stateAfterDispute } }),
    ],
    journal: {
      atMs,
      kind: 'payment.released',
      orderId,
      dedupe: lineOfRelease(orderId, transactionId),
      evidence: 'word of a person',
      data,
    },
    // Nothing of its own has paid the order: the shop hears that it is over.
    optional: {
      decide: update(orders, {
        set: { state: 'expired' },
        where: and(eq(orders.id, orderId), eq(orders.state, 'expired')),
      }),
      event: { atMs, orderId, type: 'order.expired', once: `released:${transactionId}`, data },
    },
  }
}

/**
 * Money of a linked wallet is held for the order, and nothing is in question any more: the shop hears that it may be taken,
 * once.
 */
function heldAgain(
  { transactionId, orderId, reference }: DisputedPayment,
  verdict: DisputeVerdict,
  atMs: number,
): Transition {
  const event = { orderId, type: 'order.held', once: `released:${transactionId}` } as const
  return {
    decide: update(orders, {
      set: { state: 'held' },
      where: and(
        eq(orders.id, orderId),
        eq(orders.state, 'held'),
        sql`EXISTS (SELECT 1 FROM ${disputedPayments}
          WHERE ${isPayment({ orderId, transactionId })} AND state = 'released')`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE key = ${eventKey(event)})`,
      ),
    }),
    event: {
      ...event,
      atMs,
      data: { transaction_id: transactionId, reference, staff_id: verdict.staffId },
    },
  }
}

/** The order has a payment of its own, and nothing is in question any more: the shop hears it, once. */
function standsAsBefore(
  { transactionId, orderId, reference }: DisputedPayment,
  verdict: DisputeVerdict,
  { atMs, otherOrderId }: Told,
): Transition {
  const event = {
    orderId,
    type: 'order.dispute_released',
    once: `released:${transactionId}`,
  } as const
  return {
    decide: update(orders, {
      set: { state: sql`${orders.state}` },
      where: and(
        eq(orders.id, orderId),
        sql`${orders.state} NOT IN ('disputed', 'held', 'expired')`,
        // Of this release: its line was written in the same batch.
        sql`EXISTS (SELECT 1 FROM ${journal}
          WHERE dedupe = ${lineOfRelease(orderId, transactionId)} AND at_ms = ${atMs})`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE key = ${eventKey(event)})`,
      ),
    }),
    event: {
      ...event,
      atMs,
      data: {
        transaction_id: transactionId,
        reference,
        order_id_of_payment: otherOrderId,
        staff_id: verdict.staffId,
      },
    },
  }
}

/**
 * Says, by the word of a person who is named in the journal, that a disputed payment is that of another order, which counts
 * it already or keeps it itself: this order is not paid by it. Without any other payment the order is `expired`, or `held` where
 * money of a linked wallet is held for it; a payment that arrives for it later is taken like any late one. One that has
 * a payment of its own stands as before, and the shop hears it.
 *
 * @returns `not_unknown` when no other order has the transaction, or when the payment is accepted, released or on its way
 *   back
 * @throws TypeError when a field of the verdict is out of its range
 *
 * @example
 * ```ts
 * import { releaseDispute, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function notPaid(context: OrdersContext, orderId: string): Promise<string> {
 *   const outcome = await releaseDispute(context, orderId, {
 *     transactionId: 'TX-1',
 *     reason: 'the service knows it for order-7 alone',
 *     staffId: 'an',
 *   })
 *   return outcome.outcome === 'settled' ? outcome.order.state : outcome.outcome // "expired"
 * }
 * ```
 */
export async function releaseDispute(
  context: OrdersContext,
  orderId: string,
  verdict: DisputeVerdict,
): Promise<VerdictOutcome<{ readonly order: OrderView }>> {
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  const payment = rows?.disputedPayments.find(
    ({ transactionId }) => transactionId === verdict.transactionId,
  )
  if (payment === undefined) return { outcome: 'not_found' }
  const otherOrderId = await otherOrderOf(context, payment)
  const atMs = context.now()
  const told = { atMs, otherOrderId }
  const release = released(payment, verdict, told)
  const ends = [heldAgain(payment, verdict, atMs), standsAsBefore(payment, verdict, told)]
  const done = await transactAll(context, { transitions: [release, ...ends] })
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  const outcome = done.happened(release) ? 'settled' : 'not_unknown'
  return { outcome, order: orderView(after) }
}
