import type { ClearedTransaction, DifferingTransaction } from '@merchant-edge/reconcile'
import { and, asc, eq, gt, isNotNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import {
  clearedDifferences,
  dailyFiles,
  differenceCodes,
  reconciliationRuns,
} from '../../database/schema.ts'
import { update, type Transition } from '../../database/transition.ts'
import { roomFor } from '../../pacing/budget.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { readDifferences } from './list-differences.ts'
import { codesOf } from './our-transactions.ts'
import { type ReadLines, readLines } from './read-lines.ts'
import { fingerprintOfDifference } from './read-verdicts.ts'

const runsPerRound = 8
const pageTransactions = 50
const pageDifferences = 1_000
const statementsPerPage = 3

/** A run whose cleared transactions are not completely processed. */
interface OpenRun {
  readonly id: string
  readonly day: string
  readonly outputs: typeof reconciliationRuns.$inferSelect.outputs
  readonly clearedFrom: number | null
}

/** SQL condition: all differences of the days before this one are indexed by their codes. */
function earlierCodesAreKept(day: SQLWrapper | string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${reconciliationRuns} earlier
    WHERE earlier.codes_from IS NOT NULL AND earlier.day < ${day})`
}

/**
 * Open runs, oldest day first. A run waits until the differences of earlier days have their codes.
 */
function openRuns(context: DailyFilesContext): Promise<readonly OpenRun[]> {
  const { id, day, outputs, clearedFrom } = reconciliationRuns
  return openDatabase(context)
    .select({ id, day, outputs, clearedFrom })
    .from(reconciliationRuns)
    .where(and(isNotNull(clearedFrom), earlierCodesAreKept(day)))
    .orderBy(asc(day))
    .limit(runsPerRound)
}

/** A row of one side alone, as the difference that it is, or a part of one. */
type SingleRow = Pick<DifferingTransaction, 'type' | 'partner' | 'service'>
type Status = ClearedTransaction['status']

function singleRows(
  type: SingleRow['type'],
  { partner, service }: ClearedTransaction['carried'],
): readonly SingleRow[] {
  return [
    ...partner.map((row) => ({ type, partner: row, service: [] })),
    ...service.map((row) => ({ type, service: [row] })),
  ]
}

/**
 * The code of a row that leads to the fewest differences: the service gives each transaction an id,
 * while a till may write one invoice code into all of its rows.
 */
function leadingCode(row: SingleRow): readonly string[] {
  return codesOf(row).slice(-1)
}

/**
 * Statuses of the transactions in which carried rows are cleared, by the fingerprint of the row.
 */
async function statusesOf(
  transactions: readonly ClearedTransaction[],
): Promise<ReadonlyMap<string, Status>> {
  const pairs = transactions.flatMap(({ type, status, carried }) =>
    singleRows(type, carried).map(
      async (row) => [await fingerprintOfDifference(row), status] as const,
    ),
  )
  return new Map(await Promise.all(pairs))
}

/**
 * The status with which a difference is cleared; `undefined` while one of its rows is not. Its rows
 * may be cleared in two transactions: the halves of a refund.
 */
async function statusOf(
  { type, partner, service }: SingleRow,
  statuses: ReadonlyMap<string, Status>,
): Promise<Status | undefined> {
  const rows = singleRows(type, { partner: partner === undefined ? [] : [partner], service })
  const prints = await Promise.all(rows.map((row) => fingerprintOfDifference(row)))
  const found = prints.map((print) => statuses.get(print))
  return found.includes(undefined) ? undefined : (found.find((status) => status !== '00') ?? '00')
}

/** A run of an earlier day with positions of differences that name one of the codes. */
interface EarlierRun {
  readonly day: string
  readonly runId: string
  /** The current run of the day, which may be another one. */
  readonly currentRunId: string | null
  readonly key: string
  readonly positions: readonly number[]
}

/** Runs that are current come last, so that their rows replace those of other runs. */
async function earlierRuns(
  context: DailyFilesContext,
  day: string,
  codes: readonly string[],
): Promise<readonly EarlierRun[]> {
  const rows = await openDatabase(context).all<
    Omit<EarlierRun, 'positions'> & { positions: string }
  >(sql`
    SELECT r.day AS "day", r.id AS "runId", f.run_id AS "currentRunId",
      r.outputs ->> '$.differences.key' AS "key", json_group_array(DISTINCT c.position) AS "positions"
    FROM json_each(${JSON.stringify(codes)}) n
    JOIN ${differenceCodes} c ON c.code = n.value
    JOIN ${reconciliationRuns} r ON r.id = c.run_id
    JOIN ${dailyFiles} f ON f.day = r.day
    WHERE r.day < ${day} AND r.outputs ->> '$.differences.key' IS NOT NULL
    GROUP BY r.id ORDER BY r.id = f.run_id`)
  return rows.map((row) => {
    const positions: readonly number[] = JSON.parse(row.positions)
    return { ...row, positions: positions.toSorted((one, other) => one - other) }
  })
}

/** The differences at the positions of a run; neighbours are read together. */
async function differencesAt(
  context: DailyFilesContext,
  { key, positions }: EarlierRun,
): Promise<readonly SingleRow[]> {
  const wanted = new Set(positions)
  const found: SingleRow[] = []
  let [position] = positions
  while (position !== undefined) {
    const page = await readDifferences(context.files, key, { position, limit: pageDifferences })
    // Without the object no difference can be shown or decided.
    if (page === undefined) break
    found.push(...page.differences.filter((difference) => wanted.has(difference.position)))
    const last = page.differences.at(-1)?.position ?? position
    position = positions.find((one) => one > last)
  }
  return found
}

/** A difference of an earlier day that a run has cleared. */
interface Cleared {
  readonly day: string
  readonly runId: string
  readonly fingerprint: string
  readonly status: Status
}

async function clearedOf(
  context: DailyFilesContext,
  runs: readonly EarlierRun[],
  transactions: readonly ClearedTransaction[],
): Promise<readonly Cleared[]> {
  const statuses = await statusesOf(transactions)
  const cleared: Cleared[] = []
  for (const run of runs) {
    const { day, runId } = run
    for (const difference of await differencesAt(context, run)) {
      const status = await statusOf(difference, statuses)
      if (status === undefined) continue
      cleared.push({ day, runId, fingerprint: await fingerprintOfDifference(difference), status })
    }
  }
  return cleared
}

/**
 * Position of the page behind these lines. It begins with the last of them, because the halves of a
 * refund have a line each and need to be in one page.
 */
function nextPage({ lines, next }: ReadLines): number | null {
  if (next === undefined) return null
  return lines.length > 1 ? (lines.at(-1)?.position ?? next) : next
}

async function keepCleared(
  context: DailyFilesContext,
  { id, day }: OpenRun,
  cleared: readonly Cleared[],
): Promise<void> {
  if (cleared.length === 0) return
  await openDatabase(context).run(sql`INSERT OR REPLACE INTO ${clearedDifferences}
    (day, fingerprint, run_id, cleared_on, cleared_by, status)
    SELECT value ->> 'day', value ->> 'fingerprint', value ->> 'runId', ${day}, ${id},
      value ->> 'status' FROM json_each(${JSON.stringify(cleared)})`)
}

/**
 * Clears the differences of earlier days for one page of the cleared transactions of a run.
 *
 * @returns the position of the next page; `null` when there is none, or when an earlier day has got
 *   another current run meanwhile: the next round repeats the page
 */
async function clearPage(
  context: DailyFilesContext,
  run: OpenRun,
  from: number,
): Promise<number | null> {
  const { id, day, outputs } = run
  const key = outputs?.['cleared']?.key
  const page = { position: from, limit: pageTransactions }
  const read = key === undefined ? undefined : await readLines(context.files.bucket, key, page)
  const transactions = (read?.lines ?? []).map(({ text }): ClearedTransaction => JSON.parse(text))
  const codes = transactions.flatMap(({ type, carried }) =>
    singleRows(type, carried).flatMap(leadingCode),
  )
  const runs = await earlierRuns(context, day, [...new Set(codes)])
  await keepCleared(context, run, await clearedOf(context, runs, transactions))
  const seen = JSON.stringify(runs.map((earlier) => [earlier.day, earlier.currentRunId]))
  const next = read === undefined ? null : nextPage(read)
  const advanced = await openDatabase(context)
    .update(reconciliationRuns)
    .set({ clearedFrom: next })
    .where(
      and(
        eq(reconciliationRuns.id, id),
        eq(reconciliationRuns.clearedFrom, from),
        earlierCodesAreKept(day),
        sql`NOT EXISTS (SELECT 1 FROM json_each(${seen}) s JOIN ${dailyFiles} f ON f.day = s.value ->> 0
          WHERE f.run_id IS NOT s.value ->> 1)`,
      ),
    )
    .returning({ id: reconciliationRuns.id })
  return advanced.length === 0 ? null : next
}

/**
 * Makes the runs of later days clear differences again. It belongs in the batch that makes a run
 * the current one of its day: later runs may clear its differences as they have cleared those of
 * the earlier run.
 */
export function reopenLaterClearings(day: string): Transition {
  return {
    decide: update(reconciliationRuns, {
      set: { clearedFrom: 0 },
      where: sql`${gt(reconciliationRuns.day, day)} AND ${reconciliationRuns.outputs} ->> '$.cleared.bytes' > 0`,
    }),
  }
}

/**
 * Clears one-sided differences of earlier days whose other row has arrived with the files of a
 * later day, so that nobody has to decide what was only late: a payment just before midnight that
 * the service booked just after. Clearing a page twice has no further effect. Pages that exceed the
 * statement budget of the invocation are cleared by the next one.
 */
export async function clearDifferences(context: DailyFilesContext): Promise<void> {
  for (const run of await openRuns(context)) {
    let from = run.clearedFrom
    while (from !== null) {
      if (roomFor(context, { each: statementsPerPage, max: 1 }) === 0) return
      from = await clearPage(context, run, from)
    }
  }
}
