import { eq, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, refundView, type OrderRows } from '../orders/order-view.ts'
import { requireFields } from '../rules/field-rule.ts'
import { fieldsThatDiffer } from '../rules/fields-that-differ.ts'
import { refundAmountDemand, refundRules } from '../rules/request-rules.ts'
import { orderStates } from '../states/order-state.ts'
import { refundStates } from '../states/refund-state.ts'
import { readRefund, type Refund } from './find-refund.ts'
import type { NewRefund, RefundOutcome } from './refunds-api.ts'
import { reservedRefund, type RefundAmounts, type Reservation } from './reserve-refund.ts'
import { settleRefund } from './settle-refund.ts'

/** The fields of a new refund. */
export const newRefundRules: OptionRules<NewRefund> = {
  id: 'any',
  transactionId: 'any',
  vnd: 'any',
  points: 'any',
  reason: 'any',
  staffId: 'any',
  staffName: 'any',
}

function checkNewRefund(refund: NewRefund): RefundAmounts {
  requireFields('refund', refundRules, refund)
  if (refund.vnd === undefined && refund.points === undefined) {
    throw new TypeError(`The refund ${refundAmountDemand}.`)
  }
  return { vnd: refund.vnd ?? 0, points: refund.points ?? 0 }
}

/** Explains why a refund cannot be made, and what can be refunded. */
export function remedyFor(
  { order, disputedPayments: disputed }: OrderRows,
  refund: Pick<NewRefund, 'transactionId'>,
): string {
  const { transactionId } = refund
  if (transactionId !== undefined && transactionId !== order.paidTransactionId) {
    const payment = disputed.find((one) => one.transactionId === transactionId)
    if (payment === undefined) {
      return 'The order has no payment with this transactionId: look at the order for those of its payments.'
    }
    if (payment.state === 'released') {
      return 'A person has said that this payment is that of another order, or the same as the one that counts here, where it is returned, or that it was never made.'
    }
    const vnd = payment.paidVnd - payment.refundedVnd
    const points = payment.paidPoints - payment.refundedPoints
    return `At most ${vnd} VND and ${points} points of this payment are left to return.`
  }
  if (!orderStates[order.state].refundable) {
    return `The order is ${order.state}; only a confirmed payment can be returned.`
  }
  const vnd = order.paidVnd - order.refundedVnd
  const points = order.paidPoints - order.refundedPoints
  const open = disputed.filter(({ state }) => state === 'open').length
  const named = open === 0 ? '' : ' A disputed payment is returned by its transactionId.'
  return `At most ${vnd} VND and ${points} points are left to return.${named}`
}

/**
 * The disputed payment that a refund returns; null when it returns the payment that counts as the
 * order's.
 */
export async function disputedPaymentOf(
  context: OrdersContext,
  orderId: string,
  { transactionId }: Pick<NewRefund, 'transactionId'>,
): Promise<string | null> {
  if (transactionId === undefined) return null
  const rows = await readOrder(context, orderId)
  return rows?.order.paidTransactionId === transactionId ? null : transactionId
}

/** Whether a refund was requested for the payment that counted as the order's at that time. */
async function wasOfCounted(context: OrdersContext, { id }: Refund): Promise<boolean> {
  const [line] = await openDatabase(context)
    .select({ data: journal.data })
    .from(journal)
    .where(eq(journal.dedupe, `refund.reserved:${id}`))
  return line !== undefined && line.data['transaction_id'] === undefined
}

/**
 * The disputed transaction that a refund returns; null when the payment counts as the order's,
 * including one that was accepted since. A repeat that names no payment means the one that counted
 * when the refund was requested, although another one may have taken its place.
 */
async function returnedTransaction(
  context: OrdersContext,
  known: Refund,
  asked: NewRefund,
): Promise<string | null> {
  const { orderId, transactionId } = known
  if (transactionId === null) return null
  if (asked.transactionId === undefined && (await wasOfCounted(context, known))) return null
  return disputedPaymentOf(context, orderId, { transactionId })
}

/**
 * Refunds money, points or both of a paid order: reserve, call, settle. A retry with the same id
 * continues where the first call stopped or returns its result; the service gets only one refund. A
 * disputed payment is refunded by its transaction, out of its own sums.
 *
 * @throws TypeError when a field is out of its range
 * @see Specification 4.5
 *
 * @example
 * ```ts
 * import { refundOrder, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function giveBack(context: OrdersContext, orderId: string): Promise<string> {
 *   const outcome = await refundOrder(context, orderId, { id: 'refund-1', vnd: 25_000 })
 *   // "refunded", or "refund_unknown": the same id is sent again until the service has answered.
 *   return outcome.outcome === 'known' ? outcome.refund.state : outcome.outcome
 * }
 * ```
 */
export async function refundOrder(
  context: OrdersContext,
  orderId: string,
  refund: NewRefund,
): Promise<RefundOutcome> {
  checkContext('refundOrder', context)
  checkArguments('refundOrder', {}, { orderId })
  checkOptions('refundOrder', refund, newRefundRules)
  return refundWhere(context, { orderId, refund })
}

/**
 * Whether the texts of a refund that may name a person are erased. A shop that repeats the refund
 * still sends them. If they counted as different, the answer would advise a new id, and the money
 * would be refunded twice. A refund that was presumed to be made could be erased then, and may be
 * unknown again now.
 */
function isErased({ state, presumedAtMs, reason, staffName }: Refund): boolean {
  const couldBeErased = !refundStates[state].unsettled || presumedAtMs !== null
  return couldBeErased && reason === null && staffName === null
}

/** A requested refund with its order, and the condition under which it is made. */
interface AskedRefund extends Pick<Reservation, 'verdictReason'> {
  readonly orderId: string
  readonly refund: NewRefund
  /** A further condition for a new refund. */
  readonly where?: SQL
}

/** Like {@link refundOrder}, with a further condition for a new refund. */
export async function refundWhere(
  context: OrdersContext,
  { orderId, refund, verdictReason, where }: AskedRefund,
): Promise<RefundOutcome> {
  const amounts = checkNewRefund(refund)
  const transactionId = await disputedPaymentOf(context, orderId, refund)
  const reservation = { orderId, refund, amounts, transactionId, verdictReason, where }
  await transact(context, reservedRefund(reservation, context.now()))
  const known = await readRefund(context, refund.id)
  if (known === undefined) {
    const rows = await readOrder(context, orderId)
    if (rows === undefined) return { outcome: 'not_found' }
    return { outcome: 'not_refundable', remedy: remedyFor(rows, refund), order: orderView(rows) }
  }
  const { reason, staffName } = isErased(known) ? known : refund
  const differs = fieldsThatDiffer([
    ['orderId', known.orderId, orderId],
    ['transactionId', await returnedTransaction(context, known, refund), transactionId],
    ['vnd', known.vnd, amounts.vnd],
    ['points', known.points, amounts.points],
    ['reason', known.reason, reason ?? null],
    ['staffId', known.staffId, refund.staffId ?? null],
    ['staffName', known.staffName, staffName ?? null],
  ])
  if (differs.length > 0) return { outcome: 'conflict', differs, refund: refundView(known) }

  await settleRefund(context, refund.id)
  const rows = await readOrder(context, orderId)
  const row = rows?.refunds.find(({ id }) => id === refund.id)
  if (rows === undefined || row === undefined) return { outcome: 'not_found' }
  return { outcome: 'known', refund: refundView(row), order: orderView(rows) }
}
