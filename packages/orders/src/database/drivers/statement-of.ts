import { Column, Name, Param, SQL, StringChunk, Table, is, sql, type SQLChunk } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement } from '../driver.ts'

const dialect = new SQLiteAsyncDialect()

/** Names of tables and columns as they stand in a statement; they never change. */
const names = new WeakMap<object, string>()

function nameOf(named: Column | Table | Name): string {
  if (named instanceof Name) return dialect.escapeName(named.value)
  let name = names.get(named)
  if (name === undefined) {
    name = dialect.sqlToQuery(sql`${named}`).sql
    names.set(named, name)
  }
  return name
}

/** The text and the values of a statement under construction. */
interface Draft {
  text: string
  readonly params: unknown[]
  /** The placeholder text of the value with this index. */
  readonly placeholder: (index: number) => string
}

function addValue(draft: Draft, value: unknown): void {
  draft.text += draft.placeholder(draft.params.length)
  draft.params.push(value)
}

function addParam(draft: Draft, { value, encoder }: Param): void {
  const stored: unknown = value === null ? null : encoder.mapToDriverValue(value)
  if (is(stored, SQL)) {
    addAll(draft, stored)
    return
  }
  addValue(draft, stored)
}

function addByDrizzle(draft: Draft, chunk: SQLChunk): void {
  const { sql: text, params } = dialect.sqlToQuery(sql`${chunk}`)
  if (params.length > 0 && draft.placeholder !== bound) {
    throw new TypeError(
      'A part that several share, or that is compiled once, must not hold values that Drizzle writes out.',
    )
  }
  draft.text += text
  for (const param of params) draft.params.push(param)
}

function add(draft: Draft, chunk: SQLChunk): void {
  if (typeof chunk === 'string' || typeof chunk === 'number') {
    addValue(draft, chunk)
  } else if (chunk instanceof StringChunk) {
    for (const part of chunk.value) draft.text += part
  } else if (chunk instanceof SQL && !chunk['shouldInlineParams']) {
    addAll(draft, chunk)
  } else if (chunk instanceof Param) {
    addParam(draft, chunk)
  } else if (chunk instanceof Column || chunk instanceof Table || chunk instanceof Name) {
    draft.text += nameOf(chunk)
  } else {
    addByDrizzle(draft, chunk)
  }
}

function addAll(draft: Draft, query: SQL): void {
  for (const chunk of query.queryChunks) add(draft, chunk)
}

function statementWith(query: SQL, placeholder: Draft['placeholder']): Statement {
  const draft: Draft = { text: '', params: [], placeholder }
  add(draft, query)
  return { sql: draft.text, params: draft.params }
}

const bound = (): string => '?'

/**
 * Compiles a query to text and values with the same result as Drizzle's SQLite dialect. The parts
 * of transitions are compiled here, which takes a fifth of the time; everything else is left to the
 * dialect.
 */
export function statementOf(query: SQL): Statement {
  return statementWith(query, bound)
}

const separator = '\0'

/**
 * Compiles an expression that never changes, and returns it as few pieces of text with its values between them. A statement
 * that is built often from such expressions is built and compiled in a fraction of the time.
 *
 * @throws TypeError when the expression has values that only Drizzle's dialect can compile
 */
export function fixedSql(query: SQL): SQL {
  const { sql: text, params } = statementWith(query, () => separator)
  const pieces = text.split(separator)
  return new SQL(
    pieces.flatMap((piece, place) => {
      const chunk = new StringChunk(piece)
      return place < params.length ? [chunk, new Param(params[place])] : [chunk]
    }),
  )
}

/**
 * FROM clause with the value rows of the parts that share a statement, bound as JSON. It is
 * materialized while the statement runs; otherwise SQLite would serialize and parse the whole row
 * again for each of its values.
 */
export const members = new SQL([
  new StringChunk(
    '(WITH "row" AS MATERIALIZED (SELECT value FROM json_each(?1)) SELECT value AS "values" FROM "row") AS "member"',
  ),
])

/** How many parts share a statement. */
export const memberCount = new SQL([new StringChunk('?2')])

const ofMember = (index: number): string => `("member"."values" ->> ${index})`

/**
 * Compiles a query that several parts share: each value is read from the part's own row of {@link
 * members}. Parts with equal texts differ only in their values.
 *
 * @throws TypeError when the query has values that only Drizzle's dialect can compile
 */
export function sharedStatementOf(query: SQL): Statement {
  return statementWith(query, ofMember)
}

/** A statement that does one part for all members. */
export function statementOfMembers(text: string, rows: readonly (readonly unknown[])[]): Statement {
  const count = text.includes('?2') ? [rows.length] : []
  return { sql: text, params: [JSON.stringify(rows), ...count] }
}
