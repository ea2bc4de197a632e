import { getTableColumns, is, SQL, sql, type Column } from 'drizzle-orm'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { AlertToRaise } from './alert-to-raise.ts'
import type { Statement } from './driver.ts'
import { eventKey, transferEventKey, type EventToSend } from './event-to-send.ts'
import type { JournalEntry } from './journal-entry.ts'
import { alerts, journal, orders, outbox, transfers } from './schema.ts'
import type { Change, NewValues, Read, RequiredChange, Transition } from './transition.ts'

const dialect = new SQLiteAsyncDialect()

/** Holds when the statement just before it changed a row: the link between the parts of a transition. */
const linked = sql`changes() > 0`

function statement(query: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { sql: text, params }
}

/** A value as its column is stored. */
function stored(column: Column, value: unknown): SQL {
  return is(value, SQL) ? value : sql`${sql.param(value, column)}`
}

function valueForInsert(column: Column, value: unknown): SQL {
  if (value !== undefined) return stored(column, value)
  return column.default === undefined ? sql`NULL` : stored(column, column.default)
}

function assignments(table: SQLiteTable, values: NewValues): SQL {
  const parts: SQL[] = []
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const value = values.get(name)
    if (value === undefined) continue
    parts.push(sql`${sql.identifier(column.name)} = ${stored(column, value)}`)
  }
  return sql.join(parts, sql`, `)
}

function insertText(change: { table: SQLiteTable; values: NewValues }, where: SQL): SQL {
  const columns = Object.entries(getTableColumns(change.table))
  const names = columns.map(([, { name }]) => sql`${sql.identifier(name)}`)
  const values = columns.map(([name, column]) => valueForInsert(column, change.values.get(name)))
  return sql`INSERT INTO ${change.table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(values, sql`, `)} WHERE ${where}`
}

/**
 * An alert that is there already is counted, which keeps the link to what comes behind it. One that was
 * closed opens again, with what it tells now.
 */
function raiseText(alert: AlertToRaise, where: SQL): SQL {
  const { kind, subject, atMs, data } = alert
  const values = new Map<string, unknown>(
    Object.entries({ kind, subject, atMs, data, lastRaisedAtMs: atMs }),
  )
  const whenClosed = (column: string, then: SQL) =>
    sql`${sql.raw(column)} = CASE WHEN state = 'closed' THEN ${then} ELSE ${sql.raw(column)} END`
  const changes = [
    sql`times_raised = times_raised + 1`,
    sql`last_raised_at_ms = excluded.last_raised_at_ms`,
    sql`openings = openings + (state = 'closed')`,
    whenClosed('facts', sql`excluded.facts`),
    whenClosed('acknowledged_by', sql`NULL`),
    whenClosed('acknowledged_at_ms', sql`NULL`),
    sql`closed_by = NULL`,
    sql`closed_at_ms = NULL`,
    whenClosed('state', sql`'open'`),
  ]
  return sql`${insertText({ table: alerts, values }, where)} ON CONFLICT (kind, subject) DO UPDATE SET ${sql.join(changes, sql`, `)}`
}

/** A change that may find nothing to change; `link` says what must have happened before it. */
function changeText(change: Change, link: SQL | undefined): SQL {
  if (change.kind === 'update') {
    const where = link === undefined ? change.where : sql`${link} AND (${change.where})`
    return sql`UPDATE ${change.table} SET ${assignments(change.table, change.values)} WHERE ${where}`
  }
  const own = change.where ?? sql`TRUE`
  const where = link === undefined ? own : sql`${link} AND (${own})`
  if (change.kind === 'raise') return raiseText(change.alert, where)
  const text = insertText(change, where)
  const { replaces } = change
  if (replaces === undefined) return sql`${text} ON CONFLICT DO NOTHING`
  return sql`${text} ON CONFLICT (${sql.identifier(replaces.same.name)}) DO UPDATE SET ${assignments(change.table, change.values)} WHERE ${replaces.when}`
}

/**
 * SQLite raises an error on purpose inside triggers only; outside of them an invalid path makes
 * json_extract fail with the path in its message.
 */
function failure(message: SQL): SQL {
  return sql`json_extract('{}', ${message})`
}

function requiredText(change: RequiredChange): SQL {
  if (change.kind === 'insert') return insertText(change, linked)
  const { table, key, equals, values } = change
  const name = sql.identifier(key.name)
  return sql`UPDATE ${table} SET ${assignments(table, values)} WHERE ${name} = (CASE
    WHEN NOT (${linked}) THEN NULL
    WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${name} = ${equals}) THEN ${equals}
    ELSE ${failure(sql`'a row is missing: ' || ${equals}`)} END)`
}

function entryText(entry: JournalEntry): SQL {
  const same = sql`SELECT ${failure(sql`'the journal has it already: ' || dedupe`)} FROM ${journal} WHERE dedupe = ${entry.dedupe}`
  const isNew = sql`CASE WHEN ${linked} THEN (${same}) IS NULL ELSE FALSE END`
  return insertText({ table: journal, values: new Map(Object.entries(entry)) }, isNew)
}

function eventValues(event: EventToSend): typeof outbox.$inferInsert {
  const { atMs, type, data } = event
  const times = { createdAtMs: atMs, nextAtMs: atMs }
  const row = { kind: 'event', payload: JSON.stringify({ type, facts: data }), ...times } as const
  if ('orderId' in event) return { ...row, key: eventKey(event), orderId: event.orderId }
  return {
    ...row,
    key: transferEventKey(event.type, event.transferId),
    transferId: event.transferId,
  }
}

/** An event carries the version that its order or transfer has at that point of the batch. */
function eventText(event: EventToSend): SQL {
  const version =
    'orderId' in event
      ? sql`(SELECT version FROM ${orders} WHERE id = ${event.orderId})`
      : sql`(SELECT version FROM ${transfers} WHERE id = ${event.transferId})`
  const values = new Map<string, unknown>(Object.entries({ ...eventValues(event), version }))
  return insertText({ table: outbox, values }, linked)
}

function partsOf(transition: Transition, link: SQL | undefined): SQL[] {
  const { decide, require = [], journal: entry, event, alert, optional } = transition
  return [
    changeText(decide, link),
    ...require.map(requiredText),
    ...(entry === undefined ? [] : [entryText(entry)]),
    ...(event === undefined ? [] : [eventText(event)]),
    ...(alert === undefined ? [] : [raiseText(alert, linked)]),
    ...(optional === undefined ? [] : partsOf(optional, linked)),
  ]
}

/** The statements of a transition, the deciding one first. */
export function compileTransition(transition: Transition): Statement[] {
  return partsOf(transition, undefined).map(statement)
}

function columnsOf(table: SQLiteTable): SQL {
  const names = Object.values(getTableColumns(table)).map(
    ({ name }) => sql`${sql.identifier(name)}`,
  )
  return sql.join(names, sql`, `)
}

/** The statement of a change that returns the rows as they stand after it. */
export function compileTaking(change: Change): Statement {
  return statement(sql`${changeText(change, undefined)} RETURNING ${columnsOf(change.table)}`)
}

/** The SELECT that a read stands for. */
export function compileRead({ table, where, orderBy = [], limit }: Read): Statement {
  const order = orderBy.map(({ name }) => sql`${sql.identifier(name)}`)
  return statement(
    sql.join([
      sql`SELECT ${columnsOf(table)} FROM ${table} WHERE ${where}`,
      ...(order.length === 0 ? [] : [sql` ORDER BY ${sql.join(order, sql`, `)}`]),
      ...(limit === undefined ? [] : [sql` LIMIT ${limit}`]),
    ]),
  )
}

/** A row of a table from the columns that the database has returned. */
export function rowOf<Table extends SQLiteTable>(
  table: Table,
  raw: Readonly<Record<string, unknown>>,
): Table['$inferSelect'] {
  const row = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = raw[column.name]
    return [name, value === null ? null : column.mapFromDriverValue(value)] as const
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every column has decoded its own value; TypeScript cannot follow a row that is put together by name
  return Object.fromEntries(row) as Table['$inferSelect']
}
