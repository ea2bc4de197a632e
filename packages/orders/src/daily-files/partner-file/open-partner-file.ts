import type { PartnerFileOutcome } from '../daily-files-api.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import { keyOfKeptFile, nameOfKey } from '../bucket/file-keys.ts'
import { readyAtMs, vietnamDay } from '../vietnam-day.ts'
import { storeExistedOn } from './store-existed-on.ts'
import { writePartnerFile } from './write-partner-file.ts'

/**
 * Opens the partner file of a day, and writes it first when it does not exist yet. There is no
 * file of a day before the first line of the journal.
 *
 * @param day `YYYY-MM-DD`, a day of Vietnam
 * @throws TypeError when `day` is not a valid day
 */
export async function openPartnerFile(
  context: DailyFilesContext,
  day: string,
): Promise<PartnerFileOutcome> {
  checkDailyFilesContext('openPartnerFile', context)
  const readyMs = readyAtMs(vietnamDay(day))
  if (context.now() < readyMs) return { outcome: 'too_early', readyAt: readyMs / 1000 }
  const { bucket } = context.files
  const key = keyOfKeptFile(context.files, day)
  const kept = await bucket.head(key)
  // An empty file would tell the service that nothing was sold on a day that another system has
  // already reported. The day before the first one is compared, so its empty file is stored, but it
  // is not sent.
  const hasRows = Number(kept?.customMetadata?.['rows'] ?? 0) > 0
  if (!hasRows && !(await storeExistedOn(context, day))) return { outcome: 'before_first' }
  if (kept === null) await writePartnerFile(context, day)
  const file = await bucket.get(key)
  if (file === null) throw new Error('The partner file was taken away while it was being opened.')
  const { sha256 = '', rows, left_out: leftOut } = file.customMetadata ?? {}
  return {
    outcome: 'file',
    name: nameOfKey(key),
    bytes: file.size,
    rows: Number(rows ?? 0),
    leftOut: Number(leftOut ?? 0),
    sha256,
    body: file.body,
  }
}
