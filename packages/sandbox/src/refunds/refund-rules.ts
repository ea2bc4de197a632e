import { and, eq } from 'drizzle-orm'
import { vietnamTimeAfter } from '../clock/vietnam-time.ts'
import { orders, references } from '../orders/tables.ts'
import { findOrderRow, type OrderRow } from '../orders/orders.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import type { NewRefund, Refund } from './refunds.ts'

/**
 * The original payment of a refund. An unknown original has one of two codes:
 * no merchant has this order code (4000800), or another merchant has it (4040801). Assumes G-32.
 *
 * @throws RefusalError 4000800, 4000801 or 4040801
 */
async function findOriginal(
  sandbox: Sandbox,
  merchantCode: string,
  orderReferenceId: string,
): Promise<OrderRow> {
  const { database } = sandbox
  const known = await database
    .select()
    .from(references)
    .where(eq(references.orderReferenceId, orderReferenceId))
  const own = known.find((reference) => reference.merchantCode === merchantCode)
  const field = 'original_order_reference_id'
  if (own?.kind === 'refund') {
    throw new RefusalError(4000801, `${field}: ${orderReferenceId} is a refund, not a payment`)
  }
  if (own === undefined && known.length > 0) {
    throw new RefusalError(4040801, `${field}: you have no transaction ${orderReferenceId}`)
  }
  const [row] = await database
    .select()
    .from(orders)
    .where(
      and(eq(orders.merchantCode, merchantCode), eq(orders.orderReferenceId, orderReferenceId)),
    )
  // A purchase from a linked wallet is an order once the money is the merchant's.
  if (row === undefined && own !== undefined) {
    throw new RefusalError(4000802, `The original ${orderReferenceId} is not paid`)
  }
  if (row === undefined) {
    throw new RefusalError(4000800, `${field}: there is no order ${orderReferenceId}`)
  }
  return row
}

/**
 * The original payment of a refund, by the merchant's own id or by the order id of the service.
 *
 * @throws RefusalError 4000800, 4000801 or 4040801
 */
export async function originalOf(
  sandbox: Sandbox,
  merchantCode: string,
  original: NewRefund['original'],
): Promise<OrderRow> {
  if ('orderReferenceId' in original) {
    return findOriginal(sandbox, merchantCode, original.orderReferenceId)
  }
  const { orderId } = original
  const row = await findOrderRow(sandbox.database, orderId)
  if (row?.merchantCode === merchantCode) return row
  throw new RefusalError(4040801, `You have no order ${orderId}`)
}

/** Last second in which a payment may be refunded. Assumes G-27. */
function refundableUntil(sandbox: Sandbox, paidAt: number): number {
  const { refundDays, refundCutOff } = sandbox.settings.rules
  return vietnamTimeAfter(paidAt, refundDays, refundCutOff)
}

/**
 * Refuses payments that are not refundable at all. The merchant site refunds what was paid over a
 * Merchant QR, which the API does not. Assumes G-152.
 */
export function checkOriginal(
  sandbox: Sandbox,
  original: OrderRow,
  origin: Refund['origin'],
): void {
  const { orderReferenceId: id } = original
  if (original.status !== 'SUCCESS' || original.paidAt === null) {
    throw new RefusalError(4000802, `The original ${id} is not paid`)
  }
  if (original.absentInCore) {
    throw new RefusalError(4040800, `The wallet core does not know the original ${id}`)
  }
  if (original.kind === 'merchant-qr' && origin === 'api') {
    throw new RefusalError(4000807, `The original ${id} is a merchant QR payment`)
  }
  if (original.discountVnd > 0) {
    throw new RefusalError(4000803, `The original ${id} was paid with a promotion`)
  }
  if (original.cashbackVnd > 0) {
    throw new RefusalError(4000804, `The original ${id} has been cashed back`)
  }
  const until = refundableUntil(sandbox, original.paidAt)
  if (sandbox.clock.nowSeconds() > until) {
    throw new RefusalError(4000820, `The original ${id} was refundable until unix second ${until}`)
  }
}

/**
 * Refuses amounts above the original. Points for a payment without points have the code 4000812, an
 * amount above the payment has 4000809 or 4000813, and an amount above the rest after earlier
 * refunds has 4004009. Assumes G-33.
 */
export function checkAmounts(
  original: OrderRow,
  refund: { readonly vnd: number; readonly points: number },
): void {
  const { paidVnd, paidPoints, refundedVnd, refundedPoints } = original
  if (refund.points > 0 && paidPoints === 0) {
    throw new RefusalError(4000812, 'point_amount: the original was not paid with points')
  }
  if (refund.vnd > paidVnd) {
    throw new RefusalError(4000809, `vnd_amount: the original was paid with ${paidVnd} VND`)
  }
  if (refund.points > paidPoints) {
    throw new RefusalError(4000813, `point_amount: the original was paid with ${paidPoints} points`)
  }
  if (refund.vnd > paidVnd - refundedVnd) {
    throw new RefusalError(4004009, `vnd_amount: ${paidVnd - refundedVnd} VND are left to refund`)
  }
  if (refund.points > paidPoints - refundedPoints) {
    const left = paidPoints - refundedPoints
    throw new RefusalError(4004009, `point_amount: ${left} points are left to refund`)
  }
}
