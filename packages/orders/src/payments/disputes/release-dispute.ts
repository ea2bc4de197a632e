import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { openDatabase } from '../../database/open-database.ts'
import { eventKey } from '../../database/event-to-send.ts'
import { disputedPayments, journal, orders, outbox } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { update, updateOne, type Transition } from '../../database/transition.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { OrderView } from '../../orders/orders-api.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { checkVerdict } from '../../verdicts/check-verdict.ts'
import { wasDecidedSo } from './decided-before.ts'
import type { VerdictOutcome } from '../../verdicts/verdicts-api.ts'
import { isPayment, otherOrderHas, stateAfterDispute } from './disputed-payment.ts'
import { disputeEnded } from './dispute-ended.ts'
import type { DisputeVerdict, ReleaseVerdict } from '../payments-api.ts'
import { neverMade, type Ground } from './never-made.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]

const verdictRules: OptionRules<ReleaseVerdict> = {
  transactionId: 'string!',
  reason: 'any',
  staffId: 'any',
  neverMade: 'boolean',
}

/** The other order that the transaction pays, or that has it as a disputed payment. */
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

/**
 * Condition: a callback has named this transaction for the payment page for which the signed query
 * has named the payment that counts. There may have been only one payment.
 */
function isOtherName({ transactionId, orderId, reference }: DisputedPayment): SQL {
  return sql`EXISTS (SELECT 1 FROM ${orders} o
    JOIN ${journal} j ON j.order_id = o.id AND j.kind = 'order.disputed'
    WHERE o.id = ${orderId} AND o.paid_reference = ${reference}
      AND json_extract(j.facts, '$.transaction_id') = ${transactionId}
      AND json_extract(j.facts, '$.transaction_id_of_query') = o.paid_transaction_id)`
}

/** `dedupe` of the journal line about a release. */
function lineOf({ orderId, transactionId }: DisputedPayment, version: number): string {
  return `payment.released:${orderId}:${transactionId}:${version}`
}

/** The payment belongs to another order, or is another name of the payment that counts. */
function countsElsewhere(
  payment: DisputedPayment,
  {
    otherOrderId,
    counted,
  }: {
    readonly otherOrderId: string | null
    /** Transaction of the payment that counts as the order's. */
    readonly counted: string | null
  },
): Ground {
  const { transactionId, orderId } = payment
  return {
    where: sql`(${disputedPayments.hasRow} = 0 AND ${otherOrderHas(transactionId, orderId)}
      OR ${isOtherName(payment)})`,
    require: [],
    data: {
      order_id_of_payment: otherOrderId,
      ...(otherOrderId === null && counted !== null && { transaction_id_of_payment: counted }),
    },
  }
}

/**
 * The release of a payment. Returns the transitions, and the event for the shop when this order has
 * another payment.
 */
function released(
  payment: DisputedPayment,
  verdict: DisputeVerdict,
  told: {
    readonly atMs: number
    readonly ground: Ground
    /** Version of the order as it was read: a payment may be reopened and released again. */
    readonly version: number
  },
): readonly [release: Transition, ended: Transition] {
  const { transactionId, orderId, reference } = payment
  const { atMs, ground, version } = told
  const data = {
    transaction_id: transactionId,
    reference,
    ...ground.data,
    staff_id: verdict.staffId,
    verdict_reason: verdict.reason,
  }
  const line = lineOf(payment, version)
  const once = `released:${transactionId}:${version}`
  const release: Transition = {
    decide: update(disputedPayments, {
      set: { state: 'released' },
      where: and(
        isPayment(payment),
        eq(disputedPayments.state, 'open'),
        eq(disputedPayments.refundedVnd, 0),
        eq(disputedPayments.refundedPoints, 0),
        eq(disputedPayments.foundBy, payment.foundBy),
        ground.where,
      ),
    }),
    require: [
      ...ground.require,
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: { state: stateAfterDispute, version: sql`${orders.version} + 1` },
      }),
    ],
    journal: {
      atMs,
      kind: 'payment.released',
      orderId,
      dedupe: line,
      evidence: 'word of a person',
      data,
    },
    // The order has no payment of its own: the shop gets the event that the order has expired.
    optional: {
      decide: update(orders, {
        set: { state: 'expired' },
        where: and(eq(orders.id, orderId), eq(orders.state, 'expired')),
      }),
      event: { atMs, orderId, type: 'order.expired', once, data },
    },
  }
  return [release, disputeEnded({ orderId, atMs, line, once, data })]
}

/**
 * Money of a linked wallet is held for the order, and no dispute is open any more: the shop gets
 * one event that it may capture the money.
 */
function captureAllowed(
  payment: DisputedPayment,
  verdict: DisputeVerdict,
  { atMs, version }: { readonly atMs: number; readonly version: number },
): Transition {
  const { transactionId, orderId, reference } = payment
  const event = {
    orderId,
    type: 'order.held',
    once: `released:${transactionId}:${version}`,
  } as const
  return {
    decide: update(orders, {
      set: { state: 'held' },
      where: and(
        eq(orders.id, orderId),
        eq(orders.state, 'held'),
        sql`EXISTS (SELECT 1 FROM ${disputedPayments}
          WHERE ${isPayment({ orderId, transactionId })} AND state = 'released')`,
        sql`EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${lineOf(payment, version)})`,
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

/**
 * Releases a disputed payment to another order, by the decision of an operator whom the journal
 * names. The other order already counts the payment or has it as a disputed one; this order is not
 * paid by it. A payment that a callback has named, while the query about the same page has named
 * the payment that counts, is released as another name of the same payment; otherwise the money
 * would be returned although it was paid once. Without any other payment this order becomes
 * `expired`, or `held` when money of a linked wallet is held for it. A payment that arrives later
 * is accepted like any late payment.
 *
 * With `neverMade`, a disputed payment ends that was not made at all: only the verdict of a person
 * has called a payment with a linked wallet paid, and nothing of the service confirms it. That
 * payment counts as not paid then. If the service confirms it later, it is a disputed payment
 * again. A wrong release is taken back by `reopenDispute`. The same verdict of the same person for
 * the same reason is answered like the first one.
 *
 * @returns `not_unknown` when no other order has the transaction and it is no other name, or when
 *   the payment is already accepted, released or being refunded; with `neverMade`, when not a
 *   person alone has said that it was made, or a call about its money waits for an answer
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
  verdict: ReleaseVerdict,
): Promise<VerdictOutcome<{ readonly order: OrderView }>> {
  checkContext('releaseDispute', context)
  checkArguments('releaseDispute', { verdict }, { orderId })
  checkOptions('releaseDispute', verdict, verdictRules)
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  const payment = rows?.disputedPayments.find(
    ({ transactionId }) => transactionId === verdict.transactionId,
  )
  if (rows === undefined || payment === undefined) return { outcome: 'not_found' }
  const said = { never_made: verdict.neverMade === true ? true : undefined }
  const decided = { verdict, state: 'released', said } as const
  if (await wasDecidedSo(context, rows, decided)) {
    return { outcome: 'settled', order: orderView(rows) }
  }
  const atMs = context.now()
  const { paidTransactionId: counted, version } = rows.order
  const ground =
    verdict.neverMade === true
      ? neverMade(rows, payment, atMs)
      : countsElsewhere(payment, { otherOrderId: await otherOrderOf(context, payment), counted })
  if (ground === undefined) return { outcome: 'not_unknown', order: orderView(rows) }
  const [release, ended] = released(payment, verdict, { atMs, ground, version })
  const held = captureAllowed(payment, verdict, { atMs, version })
  const done = await transactAll(context, { transitions: [release, ended, held] })
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  const isSaid = done.happened(release) || (await wasDecidedSo(context, after, decided))
  return { outcome: isSaid ? 'settled' : 'not_unknown', order: orderView(after) }
}
