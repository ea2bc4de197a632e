import { asc, gt, sql, type SQL } from 'drizzle-orm'
import { utf8 } from '../bytes/utf8.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal, journalSeals } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** The hash before the first row of a journal. */
export const firstHash = '0'.repeat(64)

/** The fields of a journal row that the hash chain covers. */
export type SealableRow = typeof journal.$inferSelect

/**
 * The seal of a row: SHA-256 over the seal before it and the row in a canonical form, in hex.
 * SQLite cannot hash, so rows are sealed after the fact.
 */
export async function sealOf(previousHash: string, row: SealableRow): Promise<string> {
  const data = Object.entries(row.data).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const canonical = JSON.stringify([
    previousHash,
    row.seq,
    row.atMs,
    row.kind,
    row.orderId,
    row.dedupe,
    row.evidence,
    data,
  ])
  const digest = await crypto.subtle.digest('SHA-256', utf8(canonical))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const pageRows = 500

async function sealPage(context: Pick<OrdersContext, 'database'>): Promise<number> {
  const db = openDatabase(context)
  const [[last], rows] = await db.batch([
    db
      .select()
      .from(journalSeals)
      .where(sql`${journalSeals.seq} = (SELECT MAX(seq) FROM ${journalSeals})`),
    db
      .select()
      .from(journal)
      .where(gt(journal.seq, sql`coalesce((SELECT MAX(seq) FROM ${journalSeals}), 0)`))
      .orderBy(asc(journal.seq))
      .limit(pageRows),
  ])
  if (rows.length === 0) return 0
  let hash = last?.hash ?? firstHash
  const seals: [seq: number, hash: string, dedupe: string, atMs: number][] = []
  for (const row of rows) {
    hash = await sealOf(hash, row)
    seals.push([row.seq, hash, row.dedupe, row.atMs])
  }
  // One JSON parameter, for D1 takes at most 100 parameters.
  const sealed = JSON.stringify(seals)
  // The database may have been restored since it was read: the seal of a row that is gone would
  // accuse the row that gets its number of a change.
  const inserted = await db.run(sql`
    INSERT INTO ${journalSeals} (seq, hash)
    SELECT value ->> 0, value ->> 1 FROM json_each(${sealed})
    WHERE coalesce((SELECT MAX(seq) FROM ${journalSeals}), 0) = ${last?.seq ?? 0}
      AND NOT EXISTS (SELECT 1 FROM json_each(${sealed}) LEFT JOIN ${journal} AS now
        ON now.seq = value ->> 0
        WHERE now.dedupe IS NOT value ->> 2 OR now.at_ms IS NOT value ->> 3)
    ON CONFLICT (seq) DO NOTHING`)
  return inserted.meta.changes
}

/** Whether {@link sealJournal} has something to do. */
export function journalIsUnsealed(): SQL {
  return sql`(SELECT MAX(seq) FROM ${journal}) > coalesce((SELECT MAX(seq) FROM ${journalSeals}), 0)`
}

/**
 * Seals the next rows of the journal. Two concurrent sealers compute the same seals, and the second
 * writes nothing. Neither does one that has read rows which a restore of the database has discarded.
 *
 * @param pages maximum number of pages of 500 rows to seal
 * @returns how many rows were sealed
 */
export async function sealJournal(
  context: Pick<OrdersContext, 'database'>,
  pages: number,
): Promise<number> {
  let sealed = 0
  for (let page = 0; page < pages; page += 1) {
    const rows = await sealPage(context)
    sealed += rows
    if (rows < pageRows) break
  }
  return sealed
}
