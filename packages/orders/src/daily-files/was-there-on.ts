import { asc } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { vietnamDay } from './vietnam-day.ts'

/**
 * Whether the store was there on a day: neither has the service a file of us for one before it, nor have we one for the
 * service.
 *
 * @throws TypeError when it is no day
 */
export async function wasThereOn(
  context: Pick<OrdersContext, 'database'>,
  day: string,
): Promise<boolean> {
  const [first] = await openDatabase(context)
    .select({ atMs: journal.atMs })
    .from(journal)
    .orderBy(asc(journal.seq))
    .limit(1)
  return first !== undefined && first.atMs < vietnamDay(day).endMs
}
