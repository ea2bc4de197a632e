import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isSentToEndpoints, replacesFacts } from '../alerts/alert-kinds.ts'
import type { EndpointFilter } from '../events/webhook-endpoint.ts'
import type { AlertToRaise } from './alert-to-raise.ts'
import { eventText, raisedEventText } from './compile-event.ts'
import type { Statement } from './driver.ts'
import {
  assignments,
  insertText,
  ownForm,
  previousChanged,
  tableText,
  type Form,
} from './insert-text.ts'
import type { JournalEntry } from './journal-entry.ts'
import { alerts, journal } from './schema.ts'
import { memberCount, members, sharedStatementOf, statementOf } from './drivers/statement-of.ts'
import type { Change, Read, RequiredChange, Transition } from './transition.ts'

/**
 * Raises an alert. When it exists, it is counted once more, which is a change that the next
 * statement may depend on. A closed alert is reopened with the new data; an open one keeps its
 * data, except for the kinds of which {@link replacesFacts} is true.
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
    replacesFacts(kind) ? sql`facts = excluded.facts` : whenClosed('facts', sql`excluded.facts`),
    whenClosed('acknowledged_by', sql`NULL`),
    whenClosed('acknowledged_at_ms', sql`NULL`),
    sql`closed_by = NULL`,
    sql`closed_at_ms = NULL`,
    whenClosed('state', sql`'open'`),
  ]
  return sql`${insertText({ table: alerts, values, where })} ON CONFLICT (kind, subject) DO UPDATE SET ${sql.join(changes, sql`, `)}`
}

function conditionOf(change: { readonly where?: SQL }, link: SQL | undefined): SQL {
  const own = change.where ?? sql`TRUE`
  return link === undefined ? own : sql`${link} AND (${own})`
}

/** A change that may find nothing to change; `link` says what must have happened before it. */
function changeText(change: Change, link: SQL | undefined, form: Form): SQL {
  const where = conditionOf(change, link)
  if (change.kind === 'update') {
    const set = assignments(change.table, change.values)
    const sources = [...form.from, ...(change.from === undefined ? [] : [change.from])]
    if (sources.length === 0) return sql`UPDATE ${change.table} SET ${set} WHERE ${where}`
    return sql`UPDATE ${change.table} SET ${set} FROM ${sql.join(sources, sql`, `)} WHERE ${where}`
  }
  if (change.kind === 'delete') return sql`DELETE FROM ${change.table} WHERE ${where}`
  if (change.kind === 'raise') return raiseText(change.alert, where)
  const text = insertText({ ...change, from: sql.join([...form.from]), where })
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
  if (change.kind === 'insert') return insertText({ ...change, where: previousChanged })
  const { table, key, equals, also } = change
  const name = sql.identifier(key.name)
  const rest =
    also === undefined ? sql`` : sql`${sql.identifier(also.key.name)} = ${also.equals} AND `
  const where = sql`${rest}${name} = (CASE
    WHEN NOT (${previousChanged}) THEN NULL
    WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${rest}${name} = ${equals}) THEN ${equals}
    ELSE ${failure(sql`'a row is missing: ' || ${equals}`)} END)`
  return change.kind === 'delete'
    ? sql`DELETE FROM ${table} WHERE ${where}`
    : sql`UPDATE ${table} SET ${assignments(table, change.values)} WHERE ${where}`
}

function entryText(entry: JournalEntry, form: Form): SQL {
  const same = sql`SELECT ${failure(sql`'the journal has it already: ' || dedupe`)} FROM ${journal} WHERE dedupe = ${entry.dedupe}`
  const isNew = sql`CASE WHEN ${form.previousChanged} THEN (${same}) IS NULL ELSE FALSE END`
  const values = new Map(Object.entries(entry))
  return insertText({ table: journal, values, from: sql.join([...form.from]), where: isNew })
}

type Endpoints = readonly EndpointFilter[]

/** The alert and its events; an alert about undelivered events sends none. */
function alertTexts(alert: AlertToRaise, where: SQL, endpoints: Endpoints): SQL[] {
  const told = isSentToEndpoints(alert.kind) ? raisedEventText(alert, endpoints) : undefined
  return [raiseText(alert, where), ...(told === undefined ? [] : [told])]
}

/** The inputs from which the statements of a transition are compiled. */
interface Compiling {
  readonly endpoints: Endpoints
  readonly form: Form
}

function decisionTexts(
  decide: Change,
  link: SQL | undefined,
  { endpoints, form }: Compiling,
): SQL[] {
  if (decide.kind !== 'raise') return [changeText(decide, link, form)]
  return alertTexts(decide.alert, conditionOf(decide, link), endpoints)
}

function partsOf(transition: Transition, link: SQL | undefined, compiling: Compiling): SQL[] {
  const { decide, require = [], journal: entry, event, alert, optional } = transition
  const { endpoints, form } = compiling
  return [
    ...decisionTexts(decide, link, compiling),
    ...require.map(requiredText),
    ...(entry === undefined ? [] : [entryText(entry, form)]),
    ...(event === undefined ? [] : [eventText(event, endpoints, form)]),
    ...(alert === undefined ? [] : alertTexts(alert, form.previousChanged, endpoints)),
    ...(optional === undefined ? [] : partsOf(optional, form.previousChanged, compiling)),
  ]
}

/**
 * The statements of a transition, the deciding one first; its events are kept for the given
 * endpoints.
 */
export function compileTransition(transition: Transition, endpoints: Endpoints): Statement[] {
  return partsOf(transition, undefined, { endpoints, form: ownForm }).map(statementOf)
}

/**
 * Either all members of a statement have done their part, or the batch fails and none of them has.
 */
const sharedForm: Form = {
  previousChanged: sql`CASE WHEN changes() >= ${memberCount} THEN TRUE ELSE ${failure(sql.raw("'not for all of them'"))} END`,
  from: [members],
}

/**
 * Whether several transitions of this form may share its statements: it has no alert, no required
 * change, no deletion, and no insert that may replace a row.
 */
function isShareable({ decide, require, alert }: Transition): boolean {
  const mayReplace = decide.kind === 'insert' && decide.replaces !== undefined
  const isWriting = decide.kind === 'update' || decide.kind === 'insert'
  return isWriting && !mayReplace && require === undefined && alert === undefined
}

/** Whether a transition is one change alone: such a one may share its statement behind others. */
function isLoneChange(transition: Transition): boolean {
  const { journal: entry, event, optional } = transition
  const hasMore = entry !== undefined || event !== undefined || optional !== undefined
  return isShareable(transition) && !hasMore
}

/**
 * Whether a transition may share its statements as the first one. It needs a journal entry or an
 * event, whose statement checks that the change took place for every member.
 */
function isShareableFirst(transition: Transition): boolean {
  const { journal: entry, event, optional } = transition
  const isChecked = entry !== undefined || event !== undefined
  return isShareable(transition) && isChecked && (optional === undefined || isLoneChange(optional))
}

/**
 * The statements of transitions in a form that others may share: each does its part for all
 * members. The first transition must have a journal entry or an event; those behind it, and its
 * optional part, must be a change alone.
 *
 * @returns the texts, and the values of this member; `undefined` for transitions that cannot be
 *   shared
 */
export function compileShared(
  [first, ...behind]: readonly [Transition, ...Transition[]],
  endpoints: Endpoints,
): Statement[] | undefined {
  if (!isShareableFirst(first) || !behind.every(isLoneChange)) return undefined
  const compiling = { endpoints, form: sharedForm }
  return [first, ...behind]
    .flatMap((one) => partsOf(one, undefined, compiling))
    .map(sharedStatementOf)
}

/**
 * The statement of a change that returns the rows as they stand after it, or one column of them.
 */
export function compileTaking(change: Change, column?: Column): Statement {
  const returned =
    column === undefined ? tableText(change.table).names : sql.identifier(column.name)
  return statementOf(sql`${changeText(change, undefined, ownForm)} RETURNING ${returned}`)
}

/** `"name", ...` of some columns. */
function namesOf(table: SQLiteTable, names: readonly string[]): SQL {
  const columns = tableText(table).columns.filter(({ key }) => names.includes(key))
  return sql.join(
    columns.map(({ column }) => sql.identifier(column.name)),
    sql`, `,
  )
}

/** The SELECT that a read stands for. */
export function compileRead({ table, columns, where, orderBy = [], limit }: Read): Statement {
  const names = columns === undefined ? tableText(table).names : namesOf(table, columns)
  const order = orderBy.map(({ name }) => sql`${sql.identifier(name)}`)
  return statementOf(
    sql.join([
      sql`SELECT ${names} FROM ${table} WHERE ${where}`,
      ...(order.length === 0 ? [] : [sql` ORDER BY ${sql.join(order, sql`, `)}`]),
      ...(limit === undefined ? [] : [sql` LIMIT ${limit}`]),
    ]),
  )
}

/** A row of a table, or a part of it, from the columns that the database has returned. */
export function rowOf<Table extends SQLiteTable>(
  table: Table,
  raw: Readonly<Record<string, unknown>>,
): Table['$inferSelect'] {
  const values = new Map<string, unknown>()
  for (const { key, column } of tableText(table).columns) {
    const value = raw[column.name]
    if (value === undefined) continue
    values.set(key, value === null ? null : column.mapFromDriverValue(value))
  }
  return Object.fromEntries(values)
}

/** The value of one column that the database has returned, as it is stored. */
export function valueOf(column: Column, raw: Readonly<Record<string, unknown>>): unknown {
  return raw[column.name]
}
