import { getTableColumns, is, SQL, sql, type Column } from 'drizzle-orm'
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { OrderDatabase } from './open-database.ts'

function valueOf(column: Column, value: unknown): SQL {
  if (is(value, SQL)) return value
  if (value !== undefined) return sql`${sql.param(value, column)}`
  return column.default === undefined ? sql`NULL` : sql`${sql.param(column.default, column)}`
}

/**
 * A statement that inserts a row when a condition holds, and nothing when it does not or when the
 * row exists. The condition is decided inside the statement, so that nothing can come in between.
 */
export function insertWhere<Table extends SQLiteTable>(
  db: OrderDatabase,
  table: Table,
  row: { values: SQLiteInsertValue<Table>; where: SQL },
) {
  const values = new Map<string, unknown>(Object.entries(row.values))
  const columns = Object.entries(getTableColumns(table))
  const selected = columns.map(([name, column]) => valueOf(column, values.get(name)))
  return db
    .insert(table)
    .select(sql`SELECT ${sql.join(selected, sql`, `)} WHERE ${row.where}`)
    .onConflictDoNothing()
}

/** Holds when the statement just before it in the batch changed a row. */
export const afterChange: SQL = sql`changes() = 1`
