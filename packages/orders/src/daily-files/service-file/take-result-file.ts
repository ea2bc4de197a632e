import { eq } from 'drizzle-orm'
import { dailyFiles } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { keyOfFile } from '../bucket/file-keys.ts'
import { readResultFile, rowForm } from './read-result-file.ts'

/**
 * Reads the service's own result file of a day if an unread one has arrived, and raises an alert
 * when it lists differences.
 *
 * @returns whether it was read now
 */
export async function takeResultFile(
  context: DailyFilesContext,
  followed: Pick<typeof dailyFiles.$inferSelect, 'day' | 'resultEtag'>,
): Promise<boolean> {
  const { bucket } = context.files
  const { day } = followed
  const key = keyOfFile(context.files, 'result', day)
  const head = await bucket.head(key)
  if (head === null || head.etag === followed.resultEtag) return false
  const object = await bucket.get(key, { onlyIf: { etagMatches: head.etag } })
  if (object === null || !('body' in object)) return false
  const serviceResult = await readResultFile(object.body, rowForm(context))
  const { counts, badRows } = serviceResult
  const isRemarkable = counts['01'] + counts['02'] + counts['03'] + badRows > 0
  await transact(context, {
    decide: update(dailyFiles, {
      set: { resultEtag: head.etag, serviceResult },
      where: eq(dailyFiles.day, day),
    }),
    ...(isRemarkable && {
      alert: {
        kind: 'service_result_differences',
        subject: `${day}:${head.etag.slice(0, 16)}`,
        atMs: context.now(),
        data: {
          day,
          status_01: counts['01'],
          status_02: counts['02'],
          status_03: counts['03'],
          bad_rows: badRows,
        },
      },
    }),
  })
  return true
}
