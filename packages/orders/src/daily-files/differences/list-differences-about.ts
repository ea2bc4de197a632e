import { sql, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { openDatabase } from '../../database/open-database.ts'
import {
  attempts,
  dailyFiles,
  differenceCodes,
  reconciliationRuns,
  refunds,
  transfers,
} from '../../database/schema.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import type { DifferenceSubject, OurTransaction, PlacedDifference } from './differences-api.ts'
import { readDifferences } from './list-differences.ts'
import { ourTransactionsOf } from './our-transactions.ts'
import { verdictsOf } from './read-verdicts.ts'

/** Maximum number of differences shown for one order or transfer. */
const maxDifferences = 20

interface Place {
  readonly day: string
  readonly runId: string
  readonly position: number
  readonly key: string
}

/** The codes by which the rows of the files name an order or a transfer. */
function codesInFiles(about: DifferenceSubject, id: string): SQL {
  return about === 'transfer'
    ? sql`SELECT reference AS code FROM ${transfers} WHERE id = ${id}`
    : sql`SELECT reference AS code FROM ${attempts} WHERE order_id = ${id}
        UNION SELECT transaction_id FROM ${attempts} WHERE order_id = ${id} AND transaction_id <> ''
        UNION SELECT id FROM ${refunds} WHERE order_id = ${id}`
}

function placesOf(
  context: DailyFilesContext,
  about: DifferenceSubject,
  id: string,
): Promise<Place[]> {
  return openDatabase(context).all<Place>(sql`
    SELECT DISTINCT f.day AS "day", r.id AS "runId", c.position AS "position",
      r.outputs ->> '$.differences.key' AS "key"
    FROM (${codesInFiles(about, id)}) n
    JOIN ${differenceCodes} c ON c.code = n.code
    JOIN ${reconciliationRuns} r ON r.id = c.run_id
    JOIN ${dailyFiles} f ON f.day = r.day AND f.run_id = r.id
    WHERE r.outputs ->> '$.differences.key' IS NOT NULL
    ORDER BY f.day DESC, c.position LIMIT ${maxDifferences}`)
}

function isAbout(one: OurTransaction, about: DifferenceSubject, id: string): boolean {
  return one.kind === 'transfer'
    ? about === 'transfer' && one.id === id
    : about === 'order' && one.orderId === id
}

/**
 * The differences that name an order (by one of its payments or refunds) or a transfer: only of
 * current runs, newest day first, at most 20. Differences of a run that has just finished are found
 * within a minute.
 */
export async function listDifferencesAbout(
  context: DailyFilesContext,
  about: DifferenceSubject,
  id: string,
): Promise<readonly PlacedDifference[]> {
  checkDailyFilesContext('listDifferencesAbout', context)
  checkArguments('listDifferencesAbout', {}, { id })
  const places = await placesOf(context, about, id)
  const read = await Promise.all(
    places.map(async ({ day, runId, position, key }) => {
      const page = await readDifferences(context.files, key, { position, limit: 1 })
      return (page?.differences ?? []).map((difference) => ({ ...difference, day, runId }))
    }),
  )
  const found = read.flat()
  if (found.length === 0) return []
  const days = [...new Set(found.map(({ day }) => day))]
  const [ours, ...verdicts] = await Promise.all([
    ourTransactionsOf(context, found),
    ...days.map((day) =>
      verdictsOf(
        context,
        day,
        found.filter((one) => one.day === day),
      ),
    ),
  ])
  // The days are in the order of the differences, so the verdicts are too.
  const allVerdicts = verdicts.flat()
  return found
    .map((difference, index) => ({
      ...difference,
      ours: ours[index] ?? [],
      ...allVerdicts[index],
    }))
    .filter((difference) => difference.ours.some((one) => isAbout(one, about, id)))
}
