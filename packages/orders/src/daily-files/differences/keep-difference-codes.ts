import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { differenceCodes, reconciliationRuns } from '../../database/schema.ts'
import { roomFor } from '../../pacing/budget.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { readDifferences } from './list-differences.ts'
import { codesOf } from './our-transactions.ts'

const runsPerRound = 8
/** Maximum number of differences in one page; the byte limit is usually reached first. */
const pageDifferences = 1_000
const statementsPerPage = 2

interface OpenRun {
  readonly id: string
  readonly outputs: typeof reconciliationRuns.$inferSelect.outputs
  readonly codesFrom: number
}

/** Runs whose differences are not completely indexed by their codes, newest day first. */
async function openRuns(context: DailyFilesContext): Promise<readonly OpenRun[]> {
  const { id, day, outputs, codesFrom } = reconciliationRuns
  const rows = await openDatabase(context)
    .select({ id, outputs, codesFrom })
    .from(reconciliationRuns)
    .where(isNotNull(codesFrom))
    .orderBy(desc(day))
    .limit(runsPerRound)
  return rows.flatMap((row) =>
    row.codesFrom === null ? [] : [{ ...row, codesFrom: row.codesFrom }],
  )
}

/**
 * Indexes one page of the differences of a run by their codes, from a position on.
 *
 * @returns the position of the next page, or `null` when there is none
 */
async function keepPage(
  context: DailyFilesContext,
  { id, outputs }: OpenRun,
  from: number,
): Promise<number | null> {
  const key = outputs?.['differences']?.key
  const read =
    key === undefined
      ? undefined
      : await readDifferences(context.files, key, { position: from, limit: pageDifferences })
  const places = (read?.differences ?? []).flatMap((difference) =>
    codesOf(difference).map((code) => [code, difference.position]),
  )
  const db = openDatabase(context)
  if (places.length > 0) {
    await db.run(sql`INSERT OR IGNORE INTO ${differenceCodes} (code, run_id, position)
      SELECT value ->> 0, ${id}, value ->> 1 FROM json_each(${JSON.stringify(places)})`)
  }
  const next = read?.next ?? null
  await db
    .update(reconciliationRuns)
    .set({ codesFrom: next })
    .where(and(eq(reconciliationRuns.id, id), eq(reconciliationRuns.codesFrom, from)))
  return next
}

/**
 * Indexes the differences of the runs by the codes of payments, refunds and transfers, so that
 * these can be linked to their differences. Indexing a page twice has no further effect. Pages that
 * exceed the statement budget of the invocation are indexed by the next one.
 */
export async function keepDifferenceCodes(context: DailyFilesContext): Promise<void> {
  for (const run of await openRuns(context)) {
    let from: number | null = run.codesFrom
    while (from !== null) {
      if (roomFor(context, { each: statementsPerPage, max: 1 }) === 0) return
      from = await keepPage(context, run, from)
    }
  }
}
