import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { rowOf } from '../database/compile-transition.ts'
import { openDatabase } from '../database/open-database.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { Position } from './cursor.ts'

/**
 * Maximum rows that one statement scans when a filter is applied row by row. D1 aborts a statement
 * after 30 seconds; this number takes a few milliseconds.
 */
const rowsLookedAt = 5_000

/** A table in order of time, and how to walk it. */
export interface Walk<Table extends SQLiteTable> {
  readonly table: Table
  readonly atMs: Column
  readonly key: Column
  /** Conditions that one index covers, together with the time. */
  readonly indexed: readonly SQL[]
  /** Conditions that are checked row by row. */
  readonly others: readonly SQL[]
  readonly startMs: number
  readonly endMs: number
  readonly after: Position | undefined
  readonly limit: number
}

/** Rows of a page, and its end position when there may be more. */
export interface WalkedRows<Table extends SQLiteTable> {
  readonly rows: readonly Table['$inferSelect'][]
  readonly next?: Position
}

function all(conditions: readonly SQL[]): SQL {
  return sql.join([...conditions], sql` AND `)
}

/**
 * Where a page stops scanning, which may be after its last row; `undefined` when it reaches the end
 * of the table before.
 */
async function readScanEnd<Table extends SQLiteTable>(
  context: Pick<OrdersContext, 'database'>,
  { table, atMs, key }: Walk<Table>,
  { where, newestFirst }: { readonly where: SQL; readonly newestFirst: SQL },
): Promise<Position | undefined> {
  const [last] = await openDatabase(context).all<Position>(
    sql`SELECT ${atMs} AS "atMs", ${key} AS "key" FROM ${table} WHERE ${where} ORDER BY ${newestFirst} LIMIT 1 OFFSET ${rowsLookedAt - 1}`,
  )
  return last
}

/**
 * Reads a page of a table, newest first (keyset pagination). The position is the time and key of a
 * row, so rows that are added meanwhile neither shift nor repeat rows. The cost is bounded, however
 * many rows match: with one filter a page reads only its own rows; with several it scans a bounded
 * number of rows of the narrowest one.
 */
export async function walkNewestFirst<Table extends SQLiteTable>(
  context: Pick<OrdersContext, 'database'>,
  walk: Walk<Table>,
): Promise<WalkedRows<Table>> {
  const { table, atMs, key, indexed, others, startMs, endMs, after, limit } = walk
  const since = (ms: number) =>
    all([
      ...indexed,
      sql`${atMs} >= ${ms}`,
      after === undefined
        ? sql`${atMs} < ${endMs}`
        : sql`(${atMs}, ${key}) < (${after.atMs}, ${after.key})`,
    ])
  const newestFirst = sql`${atMs} DESC, ${key} DESC`
  // Read before the page, whose rows are then all of those down to it: after the page, a row that was added or changed
  // meanwhile would move it, and the next page would repeat a row or leave one out.
  const stop =
    others.length === 0
      ? undefined
      : await readScanEnd(context, walk, { where: since(startMs), newestFirst })
  const scanned =
    stop === undefined
      ? since(startMs)
      : sql`${since(stop.atMs)} AND (${atMs} > ${stop.atMs} OR ${key} >= ${stop.key})`
  // A LIMIT, even without a number, keeps SQLite from looking for an index of the other conditions.
  const looked = others.length === 0 ? limit + 1 : -1
  const scan = sql`SELECT * FROM ${table} WHERE ${scanned} ORDER BY ${newestFirst} LIMIT ${looked}`
  const query =
    others.length === 0
      ? scan
      : sql`SELECT * FROM (${scan}) AS ${table} WHERE ${all(others)} ORDER BY ${newestFirst} LIMIT ${limit + 1}`
  const raw = await openDatabase(context).all<Record<string, unknown>>(query)
  const rows = raw.slice(0, limit).map((row) => rowOf(table, row))
  if (raw.length > limit) {
    const last = raw[limit - 1]
    const next = { atMs: Number(last?.[atMs.name]), key: String(last?.[key.name]) }
    return { rows, next }
  }
  return { rows, ...(stop !== undefined && { next: stop }) }
}
