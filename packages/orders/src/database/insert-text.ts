import { getTableColumns, is, SQL, sql, type Column } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { NewValues } from './transition.ts'

/** Holds when the statement just before it changed a row: the link between the parts of a transition. */
export const linked = sql`changes() > 0`

/** A value as its column is stored. */
function stored(column: Column, value: unknown): SQL {
  return is(value, SQL) ? value : sql`${sql.param(value, column)}`
}

function valueForInsert(column: Column, value: unknown): SQL {
  if (value !== undefined) return stored(column, value)
  return column.default === undefined ? sql`NULL` : stored(column, column.default)
}

/** `column = value, ...` for the columns that have a value. */
export function assignments(table: SQLiteTable, values: NewValues): SQL {
  const parts: SQL[] = []
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const value = values.get(name)
    if (value === undefined) continue
    parts.push(sql`${sql.identifier(column.name)} = ${stored(column, value)}`)
  }
  return sql.join(parts, sql`, `)
}

/** A row to insert where a condition holds; with `from`, one for each row of what stands there. */
export interface RowsToInsert {
  readonly table: SQLiteTable
  readonly values: NewValues
  readonly from?: SQL
  readonly where: SQL
}

/** The INSERT of a row, or of rows, whose condition is decided inside the statement. */
export function insertText({ table, values, from, where }: RowsToInsert): SQL {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, { name }]) => sql`${sql.identifier(name)}`)
  const given = columns.map(([name, column]) => valueForInsert(column, values.get(name)))
  const source = from === undefined ? sql`` : sql` FROM ${from}`
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(given, sql`, `)}${source} WHERE ${where}`
}
