import type { DifferingTransaction } from '@merchant-edge/reconcile'
import { eq } from 'drizzle-orm'
import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../../database/schema.ts'
import { differencesPage } from '../../rules/page-rules.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import type {
  DayDifference,
  DifferencesFilter,
  DifferencesOutcome,
  VerdictsOfDifference,
} from './differences-api.ts'
import { ourTransactionsOf } from './our-transactions.ts'
import { readLines, type LinesPage } from './read-lines.ts'
import { decidedOf, verdictsOf } from './read-verdicts.ts'
import { vietnamDay } from '../vietnam-day.ts'

interface KeptDifferences {
  readonly runId: string
  readonly total: number
  /** Key of the object; missing for runs from before the rows of both sides were stored. */
  readonly key: string | undefined
}

/** The differences of the current run of a day; `undefined` while no run has finished. */
async function keptDifferences(
  context: DailyFilesContext,
  day: string,
): Promise<KeptDifferences | undefined> {
  const [run] = await openDatabase(context)
    .select({
      runId: reconciliationRuns.id,
      totals: reconciliationRuns.totals,
      outputs: reconciliationRuns.outputs,
    })
    .from(dailyFiles)
    .innerJoin(reconciliationRuns, eq(reconciliationRuns.id, dailyFiles.runId))
    .where(eq(dailyFiles.day, vietnamDay(day).day))
  if (run === undefined || run.totals === null) return undefined
  const { counts } = run.totals
  const total = counts['01'] + counts['02'] + counts['03']
  return { runId: run.runId, total, key: run.outputs?.['differences']?.key }
}

interface ReadDifferences {
  readonly differences: readonly (DifferingTransaction & { readonly position: number })[]
  /** Byte position of the next page; `undefined` at the end of the object. */
  readonly next: number | undefined
}

/**
 * Reads differences from a position on.
 *
 * @returns `undefined` when the object is gone, or no line begins there
 */
export async function readDifferences(
  { bucket }: DailyFilesContext['files'],
  key: string,
  page: LinesPage,
): Promise<ReadDifferences | undefined> {
  const read = await readLines(bucket, key, page)
  if (read === undefined) return undefined
  const differences = read.lines.map(({ text, position }) => {
    const difference: DifferingTransaction = JSON.parse(text)
    return { ...difference, position }
  })
  return { differences, next: read.next }
}

/** Adds the verdicts on differences of a day, and the later files that have cleared them. */
export async function withVerdicts<Difference extends DifferingTransaction>(
  context: DailyFilesContext,
  day: string,
  differences: readonly Difference[],
): Promise<readonly (Difference & VerdictsOfDifference)[]> {
  const verdicts = await verdictsOf(context, day, differences)
  return differences.map((difference, index) => ({ ...difference, ...verdicts[index] }))
}

/** Adds our transactions that the differences are about. */
export async function withOurTransactions<Difference extends DifferingTransaction>(
  context: DailyFilesContext,
  differences: readonly Difference[],
): Promise<readonly (Difference & Pick<DayDifference, 'ours'>)[]> {
  const ours = await ourTransactionsOf(context, differences)
  return differences.map((difference, index) => ({ ...difference, ours: ours[index] ?? [] }))
}

/** Where a page has ended: the run and the position in its differences. */
function readCursor(
  cursor: string | undefined,
): { readonly runId: string; readonly position: number } | undefined {
  if (cursor === undefined) return undefined
  const [, runId, digits] = /^([0-9a-f]{32})-(\d{1,12})$/.exec(cursor) ?? []
  if (runId === undefined || digits === undefined) {
    throw new TypeError("The list's cursor must be the one that the page before has given.")
  }
  return { runId, position: Number(digits) }
}

/** A page of the differences of a day, as they are stored. */
interface ReadPage extends Pick<ReadDifferences, 'differences'> {
  readonly outcome: 'read'
  readonly runId: string
  readonly total: number
  readonly cursor?: string
}

/** Reads a page of the differences of a day; it also ends after 512 KiB. */
export async function readPage(
  context: DailyFilesContext,
  { day, cursor, limit }: DifferencesFilter & { readonly limit: number },
): Promise<ReadPage | Exclude<DifferencesOutcome, { outcome: 'listed' }>> {
  const after = readCursor(cursor)
  const kept = await keptDifferences(context, day)
  if (kept === undefined) return { outcome: 'not_compared' }
  const { runId, total, key } = kept
  if (after !== undefined && after.runId !== runId) return { outcome: 'compared_anew' }
  if (key === undefined) return { outcome: 'not_kept', total }
  const position = after?.position ?? 0
  const read = await readDifferences(context.files, key, { position, limit })
  if (read === undefined) return { outcome: 'not_kept', total }
  const { differences, next } = read
  return {
    outcome: 'read',
    runId,
    total,
    differences,
    ...(next !== undefined && { cursor: `${runId}-${next}` }),
  }
}

/**
 * The differences of a day with the rows of both sides, in pages sorted by wallet transaction code.
 * A page costs the same, however large the files are.
 *
 * @throws TypeError when the day, the limit (1 to 50) or the cursor is invalid
 */
export async function listDifferences(
  context: DailyFilesContext,
  filter: DifferencesFilter,
): Promise<DifferencesOutcome> {
  checkDailyFilesContext('listDifferences', context)
  checkOptions('listDifferences', filter, { day: 'string!', cursor: 'string', limit: 'any' })
  const { day, limit = differencesPage.default } = filter
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > differencesPage.max) {
    throw new TypeError(`The list's limit must be a whole number from 1 to ${differencesPage.max}.`)
  }
  const page = await readPage(context, { ...filter, limit })
  if (page.outcome !== 'read') return page
  return {
    ...page,
    outcome: 'listed',
    decided: await decidedOf(context, page.runId),
    differences: await withOurTransactions(
      context,
      await withVerdicts(context, day, page.differences),
    ),
  }
}

/**
 * One difference of a run; `null` when the run is not the current run of the day, or has no
 * difference at this position.
 *
 * @throws TypeError when the day is invalid
 */
export async function findDifference(
  context: DailyFilesContext,
  day: string,
  which: { readonly runId: string; readonly position: number },
): Promise<DayDifference | null> {
  checkDailyFilesContext('findDifference', context)
  checkArguments('findDifference', { which }, { day })
  const { runId, position } = which
  const kept = await keptDifferences(context, day)
  if (kept?.key === undefined || kept.runId !== runId) return null
  if (!Number.isSafeInteger(position) || position < 0) return null
  const read = await readDifferences(context.files, kept.key, { position, limit: 1 })
  if (read === undefined) return null
  const [difference] = await withOurTransactions(
    context,
    await withVerdicts(context, day, read.differences),
  )
  return difference ?? null
}
