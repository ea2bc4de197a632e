import { and, eq, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { orders, refunds } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { insertOne, update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, refundView, type OrderRows } from '../orders/order-view.ts'
import { requireFields } from '../rules/field-rule.ts'
import { refundAmountDemand, refundRules } from '../rules/request-rules.ts'
import { orderStates } from '../states/order-state.ts'
import type { NewRefund, RefundOutcome } from './refunds-api.ts'
import { settleRefund } from './settle-refund.ts'

interface RefundAmounts {
  readonly vnd: number
  readonly points: number
}

function checkNewRefund(refund: NewRefund): RefundAmounts {
  requireFields('refund', refundRules, refund)
  if (refund.vnd === undefined && refund.points === undefined) {
    throw new TypeError(`The refund ${refundAmountDemand}.`)
  }
  return { vnd: refund.vnd ?? 0, points: refund.points ?? 0 }
}

/**
 * Writes the refund down and takes its money and points out of what is left, in one batch and each
 * by itself: however many refunds run at once, their sum stays within the payment. The CHECK of the
 * table stands behind the condition.
 */
async function reserveRefund(
  context: OrdersContext,
  orderId: string,
  { refund, amounts }: { refund: NewRefund; amounts: RefundAmounts },
): Promise<boolean> {
  const now = context.now()
  const { vnd, points } = amounts
  const { id } = refund
  return transact(context, {
    decide: update(orders, {
      set: {
        refundedVnd: sql`${orders.refundedVnd} + ${vnd}`,
        refundedPoints: sql`${orders.refundedPoints} + ${points}`,
        version: sql`${orders.version} + 1`,
      },
      where: and(
        eq(orders.id, orderId),
        sql`${orders.state} IN ${ordersIn.refundable}`,
        sql`${orders.refundedVnd} + ${vnd} <= ${orders.paidVnd}`,
        sql`${orders.refundedPoints} + ${points} <= ${orders.paidPoints}`,
        sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${id})`,
      ),
    }),
    require: [
      insertOne(refunds, {
        id,
        orderId,
        state: 'reserved',
        vnd,
        points,
        reason: refund.reason ?? null,
        staffId: refund.staffId ?? null,
        nextCallAtMs: now,
        createdAtMs: now,
        updatedAtMs: now,
      }),
    ],
    journal: {
      atMs: now,
      kind: 'refund.reserved',
      orderId,
      dedupe: `refund.reserved:${id}`,
      evidence: 'own record',
      data: { refund_id: id, vnd, points, staff_id: refund.staffId ?? null },
    },
  })
}

function remedyFor(order: OrderRows['order']): string {
  if (!orderStates[order.state].refundable) {
    return `The order is ${order.state}; only a confirmed payment can be returned.`
  }
  const vnd = order.paidVnd - order.refundedVnd
  const points = order.paidPoints - order.refundedPoints
  return `At most ${vnd} VND and ${points} points are left to return.`
}

/**
 * Returns money, points or both of a paid order: reserve, call, settle. Repeated with the same id
 * it goes on where it stopped or returns the result; the service hears of one refund only.
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
  const amounts = checkNewRefund(refund)
  await reserveRefund(context, orderId, { refund, amounts })
  const [known] = await openDatabase(context)
    .select()
    .from(refunds)
    .where(eq(refunds.id, refund.id))
  if (known === undefined) {
    const rows = await readOrder(context, orderId)
    if (rows === undefined) return { outcome: 'not_found' }
    return { outcome: 'not_refundable', remedy: remedyFor(rows.order), order: orderView(rows) }
  }
  const isSame =
    known.orderId === orderId && known.vnd === amounts.vnd && known.points === amounts.points
  if (!isSame) return { outcome: 'conflict', refund: refundView(known) }

  await settleRefund(context, refund.id)
  const rows = await readOrder(context, orderId)
  const row = rows?.refunds.find(({ id }) => id === refund.id)
  if (rows === undefined || row === undefined) return { outcome: 'not_found' }
  return { outcome: 'known', refund: refundView(row), order: orderView(rows) }
}
