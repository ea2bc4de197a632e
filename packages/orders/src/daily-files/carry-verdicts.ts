import { and, eq, ne, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { clearedDifferences, differenceVerdicts } from '../database/schema.ts'
import { update, type Transition } from '../database/transition.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { readDifferences } from './list-differences.ts'
import { fingerprintOfDifference } from './read-verdicts.ts'

const pageDifferences = 200

/** Verdicts of earlier runs that also apply to the differences of this run. */
export interface CarriedVerdicts {
  /** Number of verdicts. */
  readonly decided: number
  /** Transitions that attach the verdicts to the run. */
  readonly transitions: readonly Transition[]
}

const none: CarriedVerdicts = { decided: 0, transitions: [] }

/** The run of a day that is to be its current run. */
interface RunOfDay {
  readonly day: string
  readonly runId: string
}

/** Fingerprints of the differences that another run of the day has, decided or cleared. */
async function fingerprintsOfOthers(
  context: DailyFilesContext,
  table: typeof differenceVerdicts | typeof clearedDifferences,
  { day, runId }: RunOfDay,
): Promise<ReadonlySet<string>> {
  const rows = await openDatabase(context)
    .select({ fingerprint: table.fingerprint })
    .from(table)
    .where(and(eq(table.day, day), ne(table.runId, runId)))
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

/** The fingerprints of the differences in an object that are among the wanted ones. */
async function findFingerprints(
  context: DailyFilesContext,
  key: string,
  wanted: ReadonlySet<string>,
): Promise<readonly string[]> {
  const found: string[] = []
  let position: number | undefined = 0
  while (position !== undefined && found.length < wanted.size) {
    const page = await readDifferences(context.files, key, { position, limit: pageDifferences })
    if (page === undefined) break
    const prints = await Promise.all(
      page.differences.map((difference) => fingerprintOfDifference(difference)),
    )
    found.push(...prints.filter((print) => wanted.has(print)))
    position = page.next
  }
  return found
}

/**
 * Attaches the verdicts on a day, and what later files have cleared of it, to its new current run,
 * if the run has found the same rows again. A verdict on rows that have changed stays with the old
 * run.
 *
 * @param key key of the object with the run's differences, if it is stored
 */
export async function carriedVerdicts(
  context: DailyFilesContext,
  { day, runId, key }: RunOfDay & { readonly key: string | undefined },
): Promise<CarriedVerdicts> {
  if (key === undefined) return none
  const run = { day, runId }
  const decided = await fingerprintsOfOthers(context, differenceVerdicts, run)
  const cleared = await fingerprintsOfOthers(context, clearedDifferences, run)
  const wanted = new Set([...decided, ...cleared])
  if (wanted.size === 0) return none
  const found = await findFingerprints(context, key, wanted)
  if (found.length === 0) return none
  const isFound = sql`day = ${day} AND fingerprint IN (SELECT value FROM json_each(${JSON.stringify(found)}))`
  return {
    // A cleared difference does not count: its later day may be compared anew because of this run.
    decided: found.filter((print) => decided.has(print)).length,
    transitions: [
      { decide: update(differenceVerdicts, { set: { runId }, where: isFound }) },
      { decide: update(clearedDifferences, { set: { runId }, where: isFound }) },
    ],
  }
}
