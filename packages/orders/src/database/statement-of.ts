import { Column, Name, Param, SQL, StringChunk, Table, is, sql, type SQLChunk } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement } from './driver.ts'

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

/** The text and the values of a statement while it is put together. */
interface Draft {
  text: string
  readonly params: unknown[]
}

function addParam(draft: Draft, { value, encoder }: Param): void {
  const stored: unknown = value === null ? null : encoder.mapToDriverValue(value)
  if (is(stored, SQL)) {
    addAll(draft, stored)
    return
  }
  draft.text += '?'
  draft.params.push(stored)
}

function addByDrizzle(draft: Draft, chunk: SQLChunk): void {
  const { sql: text, params } = dialect.sqlToQuery(sql`${chunk}`)
  draft.text += text
  for (const param of params) draft.params.push(param)
}

function add(draft: Draft, chunk: SQLChunk): void {
  if (typeof chunk === 'string' || typeof chunk === 'number') {
    draft.text += '?'
    draft.params.push(chunk)
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

/**
 * The text and the values of a query, as Drizzle's dialect of SQLite says them. What a transition is made of
 * is written out here, in a fifth of the time; whatever else a query may hold is left to the dialect.
 */
export function statementOf(query: SQL): Statement {
  const draft: Draft = { text: '', params: [] }
  add(draft, query)
  return { sql: draft.text, params: draft.params }
}
