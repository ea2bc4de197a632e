import { sql } from 'drizzle-orm'
import { decidedDifferencesOf, differencesOf } from '../../database/differences-in-sql.ts'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../../database/schema.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import type { UndecidedDay, UndecidedDifferences } from './difference-verdicts-api.ts'
import { readPage, withOurTransactions, withVerdicts } from './list-differences.ts'
import { dayOf, dayPlus } from '../vietnam-day.ts'

const daysBack = 100
const maxDifferences = 50
/**
 * Maximum pages of differences that one call reads, and differences of a page: a day may have any
 * number of decided or cleared differences, and those that wait may be the last of thousands.
 */
const maxPages = 8
const pageDifferences = 500

/** Days of the last hundred whose current run has undecided differences, oldest first. */
export function undecidedDays(
  context: Pick<OrdersContext, 'database' | 'now'>,
): Promise<UndecidedDay[]> {
  const since = dayPlus(dayOf(context.now()), -daysBack)
  return openDatabase(context).all<UndecidedDay>(sql`
    SELECT day AS "day", "runId", "total", "total" - "decided" AS "undecided" FROM (
      SELECT f.day, r.id AS "runId",
        ${sql.raw(differencesOf('r.totals'))} AS "total",
        ${decidedDifferencesOf(sql`r.id`)} AS "decided"
      FROM ${dailyFiles} f JOIN ${reconciliationRuns} r ON r.id = f.run_id
      WHERE f.day >= ${since} AND r.state = 'done')
    WHERE "total" > "decided" ORDER BY day`)
}

/** Differences of the daily files that wait for a verdict, oldest day first. */
export async function listUndecidedDifferences(
  context: DailyFilesContext,
): Promise<UndecidedDifferences> {
  checkDailyFilesContext('listUndecidedDifferences', context)
  const days = await undecidedDays(context)
  const differences: UndecidedDifferences['differences'][number][] = []
  let pages = 0
  for (const { day, runId } of days) {
    let cursor: string | undefined
    do {
      if (differences.length >= maxDifferences || pages >= maxPages) return { days, differences }
      pages += 1
      const page = await readPage(context, {
        day,
        limit: pageDifferences,
        ...(cursor !== undefined && { cursor }),
      })
      if (page.outcome !== 'read') break
      const open = (await withVerdicts(context, day, page.differences))
        .filter(({ verdict, cleared }) => verdict === undefined && cleared === undefined)
        .slice(0, maxDifferences - differences.length)
      const found = await withOurTransactions(context, open)
      differences.push(...found.map((one) => ({ ...one, day, runId })))
      ;({ cursor } = page)
    } while (cursor !== undefined)
  }
  return { days, differences }
}
