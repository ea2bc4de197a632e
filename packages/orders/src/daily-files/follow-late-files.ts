import { parseFileName } from '@merchant-edge/reconcile/files'
import { and, isNull, sql } from 'drizzle-orm'
import { dailyFiles } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { incomingPrefix } from './file-keys.ts'
import { dayOf, dayPlus } from './vietnam-day.ts'

/** Days back of which a file is still taken that comes when its day is followed no more. Assumes G-106. */
const lateDaysMax = 100

/**
 * Makes days due again that are followed no more, and of which the service has put down a file that was not read: its own, for
 * the first time or anew, or its result file.
 *
 * @param objects what lies in `incoming/`, or a page of it
 */
export async function followLateFiles(
  context: DailyFilesContext,
  objects: readonly R2Object[],
): Promise<void> {
  const { partnerToken } = context.files
  const since = dayPlus(dayOf(context.now()), -lateDaysMax)
  const files = objects.flatMap(({ key, etag }) => {
    const file = parseFileName(key.slice(incomingPrefix.length))
    const isOurs = file !== undefined && file.partner === partnerToken && file.kind !== 'partner'
    return isOurs && file.day >= since ? [[file.day, file.kind, etag]] : []
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
