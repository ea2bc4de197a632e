import { asc } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { journal } from '../../database/schema.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { vietnamDay } from '../vietnam-day.ts'

/**
 * Whether the order store existed on a day. For days before that, the service has no file from us
 * and we expect none from the service.
 *
 * @throws TypeError when `day` is not a valid day
 */
export async function storeExistedOn(
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
