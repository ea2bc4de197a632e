import type { Column, SQL } from 'drizzle-orm'
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { AlertToRaise } from './alert-to-raise.ts'
import type { EventToSend } from './event-to-send.ts'
import type { JournalEntry } from './journal-entry.ts'
import { alerts } from './tables/alerts.ts'

/** New values of a table's columns: plain values, or SQL; an omitted column is not changed. */
export type NewColumns<Table extends SQLiteTable> = {
  readonly [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] | SQL | undefined
}

/** New values by the TypeScript names of their columns. */
export type NewValues = ReadonlyMap<string, unknown>

/** A change that may match no row: {@link update}, {@link insert}, {@link remove}, {@link raise}. */
export type Change<Table extends SQLiteTable = SQLiteTable> =
  | {
      readonly kind: 'update'
      readonly table: Table
      readonly values: NewValues
      readonly from?: SQL
      readonly where: SQL
    }
  | {
      readonly kind: 'insert'
      readonly table: Table
      readonly values: NewValues
      readonly where?: SQL
      readonly replaces?: { readonly same: Column; readonly when: SQL }
    }
  | { readonly kind: 'delete'; readonly table: Table; readonly where: SQL }
  | {
      readonly kind: 'raise'
      readonly table: Table
      readonly alert: AlertToRaise
      readonly where?: SQL
    }

/** The second column of a composite key, with its value. */
export interface KeyPart {
  readonly key: Column
  readonly equals: string
}

/**
 * A change that must find its row; otherwise the batch fails: {@link updateOne}, {@link insertOne},
 * {@link deleteOne}.
 */
export type RequiredChange =
  | {
      readonly kind: 'update'
      readonly table: SQLiteTable
      readonly values: NewValues
      readonly key: Column
      readonly equals: string
      readonly also?: KeyPart
    }
  | { readonly kind: 'insert'; readonly table: SQLiteTable; readonly values: NewValues }
  | {
      readonly kind: 'delete'
      readonly table: SQLiteTable
      readonly key: Column
      readonly equals: string
      readonly also?: KeyPart
    }

/**
 * One step in the life of an order, a refund, a link or a transfer, as data. It is compiled to one
 * statement for each of its parts, in the order in which they are listed here, and runs in one
 * batch.
 *
 * It is all or nothing:
 *
 * - if `decide` changes no row, nothing else is written;
 * - if it does, every part below happens too. A part that cannot happen (a row of `require` is
 *   missing or already exists, the journal or the outbox has the entry, a CHECK rejects the values)
 *   fails the batch, and `decide` is rolled back with it. An alert that was raised before is
 *   counted, and reopened if it was closed;
 * - `optional` is the only part that may be skipped: it happens when its own `decide` changes a
 *   row.
 */
export interface Transition {
  readonly decide: Change
  readonly require?: readonly RequiredChange[]
  readonly journal?: JournalEntry
  readonly event?: EventToSend
  readonly alert?: AlertToRaise
  readonly optional?: Transition
}

/** The TypeScript name of a column. */
export type ColumnName<Table extends SQLiteTable> = keyof Table['$inferSelect'] & string

/** Rows to read in the batch of a transition, after all changes, or in a batch of reads only. */
export interface Read<
  Table extends SQLiteTable = SQLiteTable,
  Name extends ColumnName<Table> = ColumnName<Table>,
> {
  readonly table: Table
  /** The TypeScript names of the columns to read; all columns when left out. */
  readonly columns?: readonly Name[]
  readonly where: SQL
  readonly orderBy?: readonly Column[]
  readonly limit?: number
}

/**
 * Changes the rows for which a condition holds. With `from`, each row is changed with the values of
 * the one row of `from` that matches it.
 *
 * @throws TypeError without a condition: it would change every row
 */
export function update<Table extends SQLiteTable>(
  table: Table,
  change: {
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for a table without columns only
    readonly set: NewColumns<Table>
    readonly from?: SQL
    readonly where: SQL | undefined
  },
): Change<Table> {
  const { set, from, where } = change
  if (where === undefined) throw new TypeError('An update must have a condition.')
  const values = new Map<string, unknown>(Object.entries(set))
  return { kind: 'update', table, values, ...(from !== undefined && { from }), where }
}

/**
 * Inserts a row if the condition holds (always when there is none); does nothing when the row
 * exists.
 *
 * The condition is evaluated inside the statement, so there is no race. With `replaces`, an
 * existing row with the same value in column `same` is updated if `when` holds for it.
 */
export function insert<Table extends SQLiteTable>(
  table: Table,
  row: {
    readonly values: SQLiteInsertValue<Table>
    readonly where?: SQL
    readonly replaces?: { readonly same: Column; readonly when: SQL }
  },
): Change<Table> {
  const { values, ...rest } = row
  return {
    kind: 'insert',
    table,
    values: new Map<string, unknown>(Object.entries(values)),
    ...rest,
  }
}

/** Deletes the rows for which a condition holds. */
export function remove<Table extends SQLiteTable>(table: Table, where: SQL): Change<Table> {
  return { kind: 'delete', table, where }
}

/** Raises an alert if the condition holds, or always when there is no condition. */
export function raise(alert: AlertToRaise, where?: SQL): Change<typeof alerts> {
  return { kind: 'raise', table: alerts, alert, ...(where !== undefined && { where }) }
}

/**
 * Changes the one row whose `key` equals a value, and whose `also` equals its own value, for
 * {@link Transition.require}.
 */
export function updateOne<Table extends SQLiteTable>(
  table: Table,
  change: {
    readonly key: Column
    readonly equals: string
    readonly also?: KeyPart
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for a table without columns only
    readonly set: NewColumns<Table>
  },
): RequiredChange {
  const { set, ...which } = change
  const values = new Map<string, unknown>(Object.entries(set))
  return { kind: 'update', table, values, ...which }
}

/** Inserts a row that must be new, for {@link Transition.require}. */
export function insertOne<Table extends SQLiteTable>(
  table: Table,
  row: SQLiteInsertValue<Table>,
): RequiredChange {
  return { kind: 'insert', table, values: new Map<string, unknown>(Object.entries(row)) }
}

/**
 * Deletes the one row whose `key` equals a value, and whose `also` equals its own value, for
 * {@link Transition.require}.
 */
export function deleteOne(
  table: SQLiteTable,
  which: { readonly key: Column; readonly equals: string; readonly also?: KeyPart },
): RequiredChange {
  return { kind: 'delete', table, ...which }
}
