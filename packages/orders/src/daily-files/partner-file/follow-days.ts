import { desc } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { insert } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { dayPlus } from '../vietnam-day.ts'

/** Maximum number of missed days that are processed after a downtime of the Worker. */
const catchUpDays = 31

/** The days to follow, newest first: the last one, and those behind the newest followed day. */
function daysUpTo(lastDay: string, newest: string | undefined): readonly string[] {
  const days = [lastDay]
  if (newest === undefined) return days
  for (let day = dayPlus(lastDay, -1); day > newest && days.length < catchUpDays;) {
    days.push(day)
    day = dayPlus(day, -1)
  }
  return days
}

/**
 * Starts tracking a day, and with it the days that were missed between the newest tracked day and
 * this one, at most 31: whoever asks for the file of a day first, no day is left out. Days that are
 * already tracked are not changed.
 *
 * @param lastDay `YYYY-MM-DD`, a day of Vietnam
 */
export async function followDaysUpTo(
  context: Pick<OrdersContext, 'database' | 'endpoints' | 'now'>,
  lastDay: string,
): Promise<void> {
  const [newest] = await openDatabase(context)
    .select({ day: dailyFiles.day })
    .from(dailyFiles)
    .orderBy(desc(dailyFiles.day))
    .limit(1)
  if (newest?.day === lastDay) return
  const atMs = context.now()
  const transitions = daysUpTo(lastDay, newest?.day).map((day) => ({
    decide: insert(dailyFiles, { values: { day, createdAtMs: atMs, nextAtMs: atMs } }),
  }))
  await transactAll(context, { transitions })
}
