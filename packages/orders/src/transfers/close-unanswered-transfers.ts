import { and, asc, lte, sql, type SQL } from 'drizzle-orm'
import { anyRow } from '../database/any-row.ts'
import { dueInTurn } from '../database/due-in-turn.ts'
import { openDatabase } from '../database/open-database.ts'
import { transfers } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { processOneByOne } from '../pacing/one-by-one.ts'
import { recordTransfer } from './record-transfer.ts'

function isUnanswered(now: number): SQL | undefined {
  return and(sql`${transfers.state} = 'requested'`, lte(transfers.leaseUntilMs, now))
}

/** Whether {@link closeUnansweredTransfers} has something to do. */
export function transfersAreUnanswered(context: OrdersContext): SQL {
  return anyRow(transfers, isUnanswered(context.now()))
}

/**
 * Makes transfers `unknown` whose call was interrupted: it may have reached the service, so it is
 * not retried.
 *
 * @param limit maximum number of transfers to process
 * @returns the number of transfers that became unknown
 */
export async function closeUnansweredTransfers(
  context: OrdersContext,
  limit: number,
): Promise<number> {
  const { id: key, leaseUntilMs: oldestFirst } = transfers
  const now = context.now()
  const due = await openDatabase(context)
    .select()
    .from(transfers)
    .where(dueInTurn(now, { key, oldestFirst, where: isUnanswered(now), limit }))
    .orderBy(asc(oldestFirst))
  let closed = 0
  await processOneByOne(due, async (transfer) => {
    const result = { state: 'unknown', evidence: 'no answer of the service' } as const
    if (await recordTransfer(context, transfer, { result, data: { interrupted: true } }))
      closed += 1
  })
  return closed
}
