import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal, journalSeals } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { journalPage } from '../rules/page-rules.ts'
import type { BrokenRow, JournalStep, JournalVerdict } from './journal-api.ts'
import { firstHash, sealOf } from './seal-journal.ts'

const pageRows = 500

/** Rows of a step: 10 pages of rows and of seals are some 20 statements, and some 100 ms. */

type JournalRow = typeof journal.$inferSelect
type SealRow = typeof journalSeals.$inferSelect

async function* rowsInOrder<Row extends { seq: number }>(
  readPage: (after: number) => Promise<Row[]>,
  from: number,
): AsyncGenerator<Row> {
  let after = from
  for (;;) {
    const page = await readPage(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return
    after = last.seq
  }
}

/** Start of a step: the row before it, and the seal of that row. */
interface Start {
  readonly seq: number
  readonly head: string
}

function startOf(cursor: string | undefined): Start {
  if (cursor === undefined) return { seq: 0, head: firstHash }
  const [, seq, head] = /^([1-9]\d{0,14})\.([0-9a-f]{64})$/.exec(cursor) ?? []
  if (seq !== undefined && head !== undefined) return { seq: Number(seq), head }
  throw new TypeError("The list's cursor must be the one that the step before has given.")
}

/** The seal that an earlier step ended with may have been replaced since. */
async function changedSeal(
  context: Pick<OrdersContext, 'database'>,
  { seq, head }: Start,
): Promise<BrokenRow | undefined> {
  if (seq === 0) return undefined
  const [seal] = await openDatabase(context)
    .select()
    .from(journalSeals)
    .where(eq(journalSeals.seq, seq))
  if (seal === undefined) return { seq, reason: 'row_removed' }
  return seal.hash === head ? undefined : { seq, reason: 'row_changed' }
}

/**
 * Rows and seals up to the end that both had at one moment. They are read page by page, one after
 * the other: the seal of a row that is written in between would seem to be of a removed row.
 */
function rowsBetween(context: Pick<OrdersContext, 'database'>, from: number, end: number) {
  const db = openDatabase(context)
  const rows = rowsInOrder<JournalRow>(
    (after) =>
      db
        .select()
        .from(journal)
        .where(and(gt(journal.seq, after), lte(journal.seq, end)))
        .orderBy(asc(journal.seq))
        .limit(pageRows),
    from,
  )
  const seals = rowsInOrder<SealRow>(
    (after) =>
      db
        .select()
        .from(journalSeals)
        .where(and(gt(journalSeals.seq, after), lte(journalSeals.seq, end)))
        .orderBy(asc(journalSeals.seq))
        .limit(pageRows),
    from,
  )
  return { rows, seals }
}

/** The last row, and the last of all rows and seals: a row behind it may have been removed. */
async function endOf(
  context: Pick<OrdersContext, 'database'>,
): Promise<{ readonly lastSeq: number; readonly end: number }> {
  const [last] = await openDatabase(context).all<{ row: number; seal: number }>(
    sql`SELECT coalesce((SELECT MAX(seq) FROM ${journal}), 0) AS "row",
      coalesce((SELECT MAX(seq) FROM ${journalSeals}), 0) AS "seal"`,
  )
  const { row = 0, seal = 0 } = last ?? {}
  return { lastSeq: row, end: Math.max(row, seal) }
}

/**
 * Verifies a part of the journal along its hash chain, starting where the previous step ended, and
 * names the first row that was tampered with. A journal of any size can be verified in several
 * steps.
 *
 * @param step `cursor` of the previous step, left out for the first step; `rows` to verify, 1 to
 *   5,000, 5,000 when left out
 * @throws TypeError when the cursor is invalid, or `rows` is out of range
 */
export async function verifyJournalStep(
  context: Pick<OrdersContext, 'database'>,
  step: { readonly cursor?: string; readonly rows?: number } = {},
): Promise<JournalStep> {
  checkContext('verifyJournalStep', context, ['database'])
  checkArguments('verifyJournalStep', { step })
  const { rows: maxRows = journalPage.default } = step
  if (!Number.isInteger(maxRows) || maxRows < 1 || maxRows > journalPage.max) {
    throw new TypeError(`The list's rows must be a whole number from 1 to ${journalPage.max}.`)
  }
  const start = startOf(step.cursor)
  const { lastSeq, end } = await endOf(context)
  let { seq, head } = start
  let verified = 0
  let unsealed = 0
  const result = (more: Pick<JournalStep, 'broken' | 'cursor'>): JournalStep => ({
    verified,
    unsealed,
    head,
    seq,
    lastSeq,
    ...more,
  })
  const broken = (where: number, reason: BrokenRow['reason']) =>
    result({ broken: { seq: where, reason } })
  const changed = await changedSeal(context, start)
  if (changed !== undefined) return result({ broken: changed })
  const { rows, seals } = rowsBetween(context, seq, end)
  for await (const row of rows) {
    if (verified === maxRows) return result({ cursor: `${seq}.${head}` })
    const { value: seal } = await seals.next()
    if (seal === undefined) {
      unsealed += 1
      continue
    }
    if (seal.seq < row.seq) return broken(seal.seq, 'row_removed')
    if (seal.seq > row.seq) return broken(row.seq, 'row_slipped_in')
    const hash = await sealOf(head, row)
    if (hash !== seal.hash) return broken(row.seq, 'row_changed')
    head = hash
    seq = row.seq
    verified += 1
  }
  const { value: seal } = await seals.next()
  return seal === undefined ? result({}) : broken(seal.seq, 'row_removed')
}

/**
 * Verifies the whole journal along its hash chain and names the first row that was tampered with.
 * For a large journal use {@link verifyJournalStep}.
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
  checkContext('verifyJournal', context, ['database'])
  let verified = 0
  let cursor: string | undefined
  for (;;) {
    const step = await verifyJournalStep(context, { ...(cursor !== undefined && { cursor }) })
    verified += step.verified
    const { unsealed, head, broken } = step
    if (broken !== undefined) return { verified, unsealed, head, broken }
    if (step.cursor === undefined) return { verified, unsealed, head }
    cursor = step.cursor
  }
}
