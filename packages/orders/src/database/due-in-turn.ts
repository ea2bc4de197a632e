import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { shareOfMinute } from '../pacing/share-of-minute.ts'

/** Maximum number of due rows among which a sweep chooses. */
const rowsLookedAt = 5_000

/** Rows that are due, and how many of them may be worked on now. */
interface DueRows {
  /** Primary key of the table. */
  readonly key: SQLiteColumn
  /** What is lowest for the row that is due longest. */
  readonly oldestFirst: SQLiteColumn
  readonly where: SQL | undefined
  readonly limit: number
}

/**
 * Condition for the rows to work on now. If more than `limit` rows are due, one half of them are the
 * oldest, and the other half begins behind these at a place that moves with each minute: rows that
 * stay due because their work fails every time are always the oldest, and no number of them may keep
 * the others from ever being worked on.
 */
export function dueInTurn(nowMs: number, { key, oldestFirst, where, limit }: DueRows): SQL {
  const oldest = Math.floor(limit / 2)
  const start = sql`${oldest} + CAST((max(places - ${limit}, 0) + 1) * ${shareOfMinute(nowMs)} AS INTEGER)`
  return sql`${key} IN (
    SELECT key FROM (
      SELECT key, row_number() OVER (ORDER BY since) - 1 AS place, count(*) OVER () AS places
      FROM (SELECT ${key} AS key, ${oldestFirst} AS since FROM ${key.table} WHERE ${where}
        ORDER BY ${oldestFirst} LIMIT ${rowsLookedAt}) AS due
    ) AS due
    WHERE place < ${oldest} OR (place >= ${start} AND place < ${start} + ${limit - oldest}))`
}
