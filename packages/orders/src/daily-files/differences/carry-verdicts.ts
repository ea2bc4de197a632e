import { and, eq, ne, sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { differenceVerdicts } from '../../database/schema.ts'
import { update, type Transition } from '../../database/transition.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
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

/**
 * Attaches the verdicts on a day to its new current run, if the run has found the same rows again.
 * A verdict on rows that have changed stays with the old run.
 *
 * @param key key of the object with the run's differences, if it is stored
 */
export async function carriedVerdicts(
  context: DailyFilesContext,
  {
    day,
    runId,
    key,
  }: { readonly day: string; readonly runId: string; readonly key: string | undefined },
): Promise<CarriedVerdicts> {
  if (key === undefined) return none
  const { fingerprint } = differenceVerdicts
  const rows = await openDatabase(context)
    .select({ fingerprint })
    .from(differenceVerdicts)
    .where(and(eq(differenceVerdicts.day, day), ne(differenceVerdicts.runId, runId)))
  if (rows.length === 0) return none
  const wanted = new Set(rows.map((row) => row.fingerprint))
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
  if (found.length === 0) return none
  const holds = {
    decide: update(differenceVerdicts, {
      set: { runId },
      where: sql`${differenceVerdicts.day} = ${day} AND ${fingerprint} IN (SELECT value FROM json_each(${JSON.stringify(found)}))`,
    }),
  }
  return { decided: found.length, transitions: [holds] }
}
