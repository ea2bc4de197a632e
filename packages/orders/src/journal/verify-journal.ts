import { asc, gt } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, journalSeals } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { firstHash, sealOf } from './seal-journal.ts'

/** What a walk along the journal found. */
export interface JournalVerdict {
  /** Sealed rows that are as they were when they were sealed. */
  readonly verified: number
  /** Rows after the last seal; the next sweep seals them. */
  readonly unsealed: number
  /** The last good seal. Kept elsewhere, it proves later that no end of the journal was cut off. */
  readonly head: string
  /** The first row that is not as it was, and what is wrong with it. */
  readonly broken?: {
    readonly seq: number
    readonly reason: 'row_changed' | 'row_removed' | 'row_slipped_in'
  }
}

const pageRows = 500

type JournalRow = typeof journal.$inferSelect
type SealRow = typeof journalSeals.$inferSelect

async function* rowsInOrder<Row extends { seq: number }>(
  readPage: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = 0
  for (;;) {
    const page = await readPage(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return
    after = last.seq
  }
}

/**
 * Walks the whole journal along its hash chain and names the first row that was tampered with.
 *
 * @example
 * ```ts
 * import type { OrdersContext } from '@merchant-edge/orders'
 * import { verifyJournal } from '@merchant-edge/orders/upkeep'
 *
 * export async function isUntouched(context: Pick<OrdersContext, 'database'>): Promise<boolean> {
 *   return (await verifyJournal(context)).broken === undefined
 * }
 * ```
 */
export async function verifyJournal(
  context: Pick<OrdersContext, 'database'>,
): Promise<JournalVerdict> {
  const db = openDatabase(context)
  const rows = rowsInOrder<JournalRow>((after) =>
    db
      .select()
      .from(journal)
      .where(gt(journal.seq, after))
      .orderBy(asc(journal.seq))
      .limit(pageRows),
  )
  const seals = rowsInOrder<SealRow>((after) =>
    db
      .select()
      .from(journalSeals)
      .where(gt(journalSeals.seq, after))
      .orderBy(asc(journalSeals.seq))
      .limit(pageRows),
  )
  let head = firstHash
  let verified = 0
  let unsealed = 0
  for await (const row of rows) {
    const { value: seal } = await seals.next()
    if (seal === undefined) {
      unsealed += 1
      continue
    }
    const broken = (reason: 'row_changed' | 'row_removed' | 'row_slipped_in', seq: number) => ({
      verified,
      unsealed,
      head,
      broken: { seq, reason },
    })
    if (seal.seq < row.seq) return broken('row_removed', seal.seq)
    if (seal.seq > row.seq) return broken('row_slipped_in', row.seq)
    const hash = await sealOf(head, row)
    if (hash !== seal.hash) return broken('row_changed', row.seq)
    head = hash
    verified += 1
  }
  const { value: seal } = await seals.next()
  if (seal !== undefined) {
    return { verified, unsealed, head, broken: { seq: seal.seq, reason: 'row_removed' } }
  }
  return { verified, unsealed, head }
}
