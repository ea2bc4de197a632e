import { sql } from 'drizzle-orm'
import { disputedPayments, orders, type refunds } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { updateOne, type NewColumns, type RequiredChange } from '../database/transition.ts'
import { stateAfterDispute } from '../payments/disputes/disputed-payment.ts'
import type { Amounts } from '../rules/amounts.ts'

/**
 * New values of an order when its refunded amounts grow (or shrink, by negative amounts): its sums,
 * its version, and the state that expresses how much was refunded. A disputed order stays disputed.
 *
 * @param released amounts that are no longer reserved
 */
function returnedBy({ vnd, points }: Amounts, released: Amounts): NewColumns<typeof orders> {
  const settledVnd = sql`(${orders.settledVnd} + ${vnd})`
  const settledPoints = sql`(${orders.settledPoints} + ${points})`
  return {
    refundedVnd: sql`${orders.refundedVnd} - ${released.vnd}`,
    refundedPoints: sql`${orders.refundedPoints} - ${released.points}`,
    settledVnd,
    settledPoints,
    version: sql`${orders.version} + 1`,
    state: sql`CASE
      WHEN ${orders.state} NOT IN ${ordersIn.showingRefunds} THEN ${orders.state}
      WHEN ${settledVnd} = ${orders.paidVnd} AND ${settledPoints} = ${orders.paidPoints} THEN 'refunded'
      WHEN ${settledVnd} = 0 AND ${settledPoints} = 0 THEN 'paid'
      ELSE 'part_refunded' END`,
  }
}

/**
 * The changes besides the refund's own row when more or less of it is refunded: the sums of the
 * order, or those of the disputed payment and the resulting state of the dispute.
 *
 * @param returned additional refunded amounts; negative when less is refunded
 * @param released amounts that are no longer reserved; none when left out
 */
export function changesOfSums(
  { orderId, transactionId }: Pick<typeof refunds.$inferSelect, 'orderId' | 'transactionId'>,
  returned: Amounts,
  released: Amounts = { vnd: 0, points: 0 },
): RequiredChange[] {
  const ofOrder = { key: orders.id, equals: orderId }
  if (transactionId === null) {
    return [updateOne(orders, { ...ofOrder, set: returnedBy(returned, released) })]
  }
  const { paidVnd, paidPoints, refundedVnd, refundedPoints } = disputedPayments
  const settledVnd = sql`(${disputedPayments.settledVnd} + ${returned.vnd})`
  const settledPoints = sql`(${disputedPayments.settledPoints} + ${returned.points})`
  return [
    updateOne(disputedPayments, {
      key: disputedPayments.transactionId,
      equals: transactionId,
      also: { key: disputedPayments.orderId, equals: orderId },
      set: {
        refundedVnd: sql`${refundedVnd} - ${released.vnd}`,
        refundedPoints: sql`${refundedPoints} - ${released.points}`,
        settledVnd,
        settledPoints,
        state: sql`CASE
          WHEN ${settledVnd} = ${paidVnd} AND ${settledPoints} = ${paidPoints} THEN 'returned'
          ELSE 'open' END`,
      },
    }),
    updateOne(orders, {
      ...ofOrder,
      set: { version: sql`${orders.version} + 1`, state: stateAfterDispute },
    }),
  ]
}
