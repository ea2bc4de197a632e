import * as v from 'valibot'
import { noted } from '../fields/noted.ts'
import type { Endpoint } from '../endpoint.ts'
import { OrderReferenceId } from '../fields/ids.ts'
import { PositiveAmount } from '../fields/money.ts'
import { refundRefusals, type RefundOrderRefusals } from './refund-refusals.ts'

const request = v.pipe(
  v.object({
    /** The merchant's own id of this refund, at most 35 characters, unique on each request. */
    order_reference_id: OrderReferenceId,
    /** The order_reference_id under which the payment was created. */
    original_order_reference_id: OrderReferenceId,
    /** Reason of the refund. */
    description: v.optional(v.string()),
    /** The merchant's id of the staff member who refunds. */
    merchant_user_id: v.optional(v.string()),
    /** Name of the staff member who refunds. */
    merchant_user_name: v.optional(v.string()),
    /** Money to return, in whole VND, greater than 0. */
    vnd_amount: v.optional(PositiveAmount),
    /** Points to return, whole, greater than 0. */
    point_amount: v.optional(PositiveAmount),
  }),
  // Assumes G-147.
  v.check(
    (fields) => fields.vnd_amount !== undefined || fields.point_amount !== undefined,
    'must have vnd_amount, point_amount or both',
  ),
)

const text = noted(v.string())

// Assumes G-18 and G-167: the code alone decides, so that a complete refund may have no data at
// all, or data that cannot be read.
const refunded = v.fallback(
  v.optional(
    v.object({
      /** Loyalty transaction of the original payment. */
      original_loyalty_transaction_id: text,
      /** Transaction that returned the money. */
      refund_transaction_id: text,
      /** Transaction that returned the points. */
      refund_loyalty_transaction_id: text,
      /** The refund in the wallet core. */
      refund_transaction_wallet_id: text,
    }),
    {},
  ),
  {},
)

const moneyFirst = v.fallback(
  v.optional(
    v.object({
      /** Transaction that returned the money. */
      refund_transaction_id: text,
      /** The refund in the wallet core. */
      refund_transaction_wallet_id: text,
    }),
    {},
  ),
  {},
)

const pointsFirst = v.fallback(
  v.optional(
    v.object({
      /** Loyalty transaction of the original payment. */
      original_loyalty_transaction_id: text,
      /** Transaction that returned the points. */
      refund_loyalty_transaction_id: text,
      /** The refund in the wallet core. */
      refund_transaction_wallet_id: text,
    }),
    {},
  ),
  {},
)

type RequestFields = v.InferOutput<typeof request>
type RefundedFields = v.InferOutput<typeof refunded>
type MoneyFirstFields = v.InferOutput<typeof moneyFirst>
type PointsFirstFields = v.InferOutput<typeof pointsFirst>
/** Money, points or both to return of a settled order. */
export interface RefundOrderRequest extends RequestFields {}
/** Transactions of a refund that is complete. */
export interface Refunded extends RefundedFields {}
/** Transactions of a refund whose points follow later. */
export interface RefundedMoneyFirst extends MoneyFirstFields {}
/** Transactions of a refund whose money follows later. */
export interface RefundedPointsFirst extends PointsFirstFields {}
/** Data of an accepted `refundOrder`, by success code. */
export interface RefundOrderSuccess {
  /** Everything was refunded. */
  200: Refunded
  /** The money was refunded; the points follow. */
  2000801: RefundedMoneyFirst
  /** The points were refunded; the money follows. */
  2000802: RefundedPointsFirst
}

/**
 * Returns money, points or both of a settled order.
 *
 * @example
 * ```ts
 * import { refundOrder } from '@merchant-edge/contract'
 * import * as v from 'valibot'
 *
 * const checked = v.safeParse(refundOrder.request, {
 *   order_reference_id: 'R-1',
 *   original_order_reference_id: 'A-1',
 *   vnd_amount: 0,
 * })
 * if (checked.issues?.[0].message !== 'must be greater than 0') throw new Error('0 is no amount.')
 * ```
 */
export const refundOrder: Endpoint<RefundOrderRequest, RefundOrderSuccess, RefundOrderRefusals> = {
  name: 'refundOrder',
  section: '4.5',
  summary: 'Returns money, points or both of a settled order.',
  method: 'POST',
  path: '/merchant-integration/v1/orders/refund',
  effect: 'write',
  businessId: 'order_reference_id',
  settledBy: 'Repeat it with the same order_reference_id, or wait for the daily file.',
  gaps: ['G-12', 'G-13', 'G-14', 'G-15', 'G-18', 'G-27', 'G-133', 'G-147', 'G-167'],
  request,
  success: { 200: refunded, 2000801: moneyFirst, 2000802: pointsFirst },
  refusals: refundRefusals,
}
