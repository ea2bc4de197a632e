import { insertWhere } from '../insert-where.ts'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../open-database.ts'
import type { OrdersContext } from '../orders-context.ts'
import { dailyFiles } from '../schema.ts'

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
