import { sql } from 'drizzle-orm'
import { insertWhere } from '../database/insert-where.ts'
import { openDatabase } from '../database/open-database.ts'
import { dailyFiles } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** Makes days be looked after from now on; those that are followed already are left alone. */
export async function followDays(
  context: Pick<OrdersContext, 'database' | 'now'>,
  days: readonly string[],
): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const [first, ...rest] = days.map((day) =>
    insertWhere(db, dailyFiles, {
      values: { day, createdAtMs: atMs, nextAtMs: atMs },
      where: sql`TRUE`,
    }),
  )
  if (first !== undefined) await db.batch([first, ...rest])
}
