import { and, isNull, sql } from 'drizzle-orm'
import { dailyFiles } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { incomingFileOf } from '../bucket/file-keys.ts'
import { dayOf, dayPlus } from '../vietnam-day.ts'

/**
 * A file is still accepted this many days back, when it arrives after its day is no longer tracked.
 * Assumes G-106.
 */
const maxLateDays = 100

/**
 * Makes days due again that are no longer tracked and for which the service has delivered an unread
 * file: a new or replaced service file, or a result file.
 *
 * @param objects the objects in `incoming/`, or one page of them
 */
export async function followLateFiles(
  context: DailyFilesContext,
  objects: readonly R2Object[],
): Promise<void> {
  const since = dayPlus(dayOf(context.now()), -maxLateDays)
  const files = objects.flatMap(({ key, etag }) => {
    const file = incomingFileOf(context.files, key)
    return file !== undefined && file.day >= since ? [[file.day, file.kind, etag]] : []
  })
  if (files.length === 0) return
  const unread = sql`SELECT value ->> 0 FROM json_each(${JSON.stringify(files)})
    WHERE (value ->> 0) = ${dailyFiles.day} AND CASE value ->> 1
      WHEN 'result' THEN ${dailyFiles.resultEtag} IS NOT (value ->> 2)
      ELSE instr(coalesce(${dailyFiles.seen}, ''), ' ' || (value ->> 2) || ' ') = 0 END`
  await transact(context, {
    decide: update(dailyFiles, {
      set: { nextAtMs: context.now() },
      where: and(
        isNull(dailyFiles.nextAtMs),
        sql`${dailyFiles.day} >= ${since}`,
        sql`EXISTS (${unread})`,
      ),
    }),
  })
}
