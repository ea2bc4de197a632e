import {
  getTableColumns,
  getTableName,
  is,
  Param,
  SQL,
  sql,
  StringChunk,
  type Column,
  type SQLChunk,
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { NewValues } from './transition.ts'

/** Condition: the previous statement changed a row. It links the parts of a transition. */
export const previousChanged = sql`changes() > 0`

/**
 * The form of the statements of a transition: for this transition alone, or shared by several of
 * the same form.
 */
export interface Form {
  /** Condition: the previous statement has changed its rows. */
  readonly previousChanged: SQL
  /**
   * The FROM clause from which the statements read their values; empty when the values are bound.
   */
  readonly from: readonly SQL[]
}

/** The form of a transition that shares nothing. */
export const ownForm: Form = { previousChanged, from: [] }

/** A column with its texts for statements. */
export interface ColumnText {
  readonly key: string
  readonly column: Column
  /** `"name" = `, in front of its new value. */
  readonly assigned: StringChunk
  /** The value in a new row that does not set the column. */
  readonly byDefault: SQLChunk
}

/** Texts that every statement about a table needs; built once per table. */
export interface TableText {
  /** `"name", ...` of all columns. */
  readonly names: StringChunk
  readonly columns: readonly ColumnText[]
  /** `INSERT INTO "table" ("name", ...) SELECT `. */
  readonly insert: StringChunk
}

const texts = new WeakMap<SQLiteTable, TableText>()
const comma = new StringChunk(', ')

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The {@link TableText} of a table. */
export function tableText(table: SQLiteTable): TableText {
  const known = texts.get(table)
  if (known !== undefined) return known
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    column,
    assigned: new StringChunk(`${quoted(column.name)} = `),
    byDefault:
      column.default === undefined ? new StringChunk('NULL') : stored(column, column.default),
  }))
  const names = columns.map(({ column }) => quoted(column.name)).join(', ')
  const insert = new StringChunk(`INSERT INTO ${quoted(getTableName(table))} (${names}) SELECT `)
  const text = { names: new StringChunk(names), columns, insert }
  texts.set(table, text)
  return text
}

/** Converts a value to the stored form of its column. */
function stored(column: Column, value: unknown): SQLChunk {
  return is(value, SQL) ? value : new Param(value, column)
}

/** `column = value, ...` for the columns that have a value. */
export function assignments(table: SQLiteTable, values: NewValues): SQL {
  const chunks: SQLChunk[] = []
  for (const { key, column, assigned } of tableText(table).columns) {
    const value = values.get(key)
    if (value === undefined) continue
    if (chunks.length > 0) chunks.push(comma)
    chunks.push(assigned, stored(column, value))
  }
  return new SQL(chunks)
}

/** A row to insert if a condition holds; with `from`, one row for each row of that source. */
export interface RowsToInsert {
  readonly table: SQLiteTable
  readonly values: NewValues
  readonly from?: SQL
  readonly where: SQL
}

/** The INSERT of a row, or of rows, whose condition is decided inside the statement. */
export function insertText({ table, values, from, where }: RowsToInsert): SQL {
  const { columns, insert } = tableText(table)
  const chunks: SQLChunk[] = [insert]
  for (const [place, { key, column, byDefault }] of columns.entries()) {
    if (place > 0) chunks.push(comma)
    const value = values.get(key)
    chunks.push(value === undefined ? byDefault : stored(column, value))
  }
  if (from !== undefined && from.queryChunks.length > 0) {
    chunks.push(new StringChunk(' FROM '), from)
  }
  chunks.push(new StringChunk(' WHERE '), where)
  return new SQL(chunks)
}
