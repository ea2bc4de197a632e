import { and, asc, isNotNull, lte } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Goes on with refunds that a crash has interrupted or that got no answer.
 *
 * @param limit refunds to send at most
 * @returns how many are settled now
 */
export async function settleRefunds(context: OrdersContext, limit: number): Promise<number> {
  const due = await openDatabase(context)
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNotNull(refunds.nextCallAtMs), lte(refunds.nextCallAtMs, context.now())))
    .orderBy(asc(refunds.nextCallAtMs))
    .limit(limit)
  let settled = 0
  await inParallel(due, async ({ id }) => {
    if (await settleRefund(context, id)) settled += 1
  })
  return settled
}
