import { getTableColumns, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import * as schema from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/**
 * Names every column of every table in one statement that reads no row. It detects a missing
 * migration before work starts on an order whose result could not be stored.
 *
 * @throws what D1 throws, `no such table` or `no such column`, when a migration is not applied
 */
export async function readEveryColumn(context: Pick<OrdersContext, 'database'>): Promise<void> {
  checkContext('readEveryColumn', context, ['database'])
  const tables = Object.values(schema).filter((one) => is(one, SQLiteTable))
  const readings = tables.map((table) => {
    // Qualified with the table name: SQLite reads a quoted name that it does not know as a string.
    const columns = Object.values(getTableColumns(table)).map((column) => sql`${column}`)
    return sql`EXISTS (SELECT ${sql.join(columns, sql`, `)} FROM ${table} WHERE FALSE)`
  })
  await openDatabase(context).run(sql`SELECT ${sql.join(readings, sql`, `)}`)
}
