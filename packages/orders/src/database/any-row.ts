import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Whether a table has a row for which a condition holds, as a value of a statement: 1 or 0. */
export function anyRow(table: SQLiteTable, where: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${where})`
}
