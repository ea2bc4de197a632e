import { getTableColumns, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openDatabase } from '../database/open-database.ts'
import * as schema from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/**
 * Names every column of every table in one statement, which reads no row: a database without the newest migration is
 * found before an order is worked on that could not be written down.
 *
 * @throws what D1 throws, `no such table` or `no such column`, when a migration is not applied
 */
export async function readEveryColumn(context: Pick<OrdersContext, 'database'>): Promise<void> {
  const tables = Object.values(schema).filter((one) => is(one, SQLiteTable))
  const readings = tables.map((table) => {
    // With the name of its table: SQLite takes a quoted name that it does not know for a text.
    const columns = Object.values(getTableColumns(table)).map((column) => sql`${column}`)
    return sql`EXISTS (SELECT ${sql.join(columns, sql`, `)} FROM ${table} WHERE FALSE)`
  })
  await openDatabase(context).run(sql`SELECT ${sql.join(readings, sql`, `)}`)
}
