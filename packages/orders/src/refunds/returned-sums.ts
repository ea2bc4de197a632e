import { sql } from 'drizzle-orm'
import { orders } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import type { NewColumns } from '../database/transition.ts'

/** Money in VND and points. */
export interface Amounts {
  readonly vnd: number
  readonly points: number
}

/**
 * New values of an order when what is returned of it grows by so much, or shrinks by a negative amount:
 * its sums, its version, and the state that says how much is returned. A disputed order stays disputed.
 *
 * @param released what is no longer reserved; nothing when left out
 */
export function returnedBy(
  { vnd, points }: Amounts,
  released: Amounts = { vnd: 0, points: 0 },
): NewColumns<typeof orders> {
  const settledVnd = sql`(${orders.settledVnd} + ${vnd})`
  const settledPoints = sql`(${orders.settledPoints} + ${points})`
  return {
    refundedVnd: sql`${orders.refundedVnd} - ${released.vnd}`,
    refundedPoints: sql`${orders.refundedPoints} - ${released.points}`,
    settledVnd,
    settledPoints,
    version: sql`${orders.version} + 1`,
    state: sql`CASE
      WHEN ${orders.state} NOT IN ${ordersIn.sayingReturned} THEN ${orders.state}
      WHEN ${settledVnd} = ${orders.paidVnd} AND ${settledPoints} = ${orders.paidPoints} THEN 'refunded'
      WHEN ${settledVnd} = 0 AND ${settledPoints} = 0 THEN 'paid'
      ELSE 'part_refunded' END`,
  }
}
