import { and, eq, ne, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { differenceVerdicts } from '../database/schema.ts'
import { update, type Transition } from '../database/transition.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { readDifferences } from './list-differences.ts'
import { fingerprintOfDifference } from './read-verdicts.ts'

const pageDifferences = 200

/** The verdicts on the differences of a run that were given to runs before it. */
export interface CarriedVerdicts {
  /** How many there are. */
  readonly decided: number
  /** Lets them hold for the run. */
  readonly transitions: readonly Transition[]
}

const none: CarriedVerdicts = { decided: 0, transitions: [] }

/**
 * Lets the verdicts on a day hold for the run that is to stand for it, as far as the run has found the same rows again. A
 * verdict on rows that are others now stays with the run that it was given for.
 *
 * @param key key of the run's differences, where they are kept
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
