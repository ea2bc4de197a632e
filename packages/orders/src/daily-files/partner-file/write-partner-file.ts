import { eq } from 'drizzle-orm'
import type { AlertKind } from '../../alerts/alert-kinds.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import { copyStream, sha256OfStream } from '../bucket/bucket-stream.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import { keyOfFile, keyOfKeptFile, nameOfKey } from '../bucket/file-keys.ts'
import { followDaysUpTo } from './follow-days.ts'
import { partnerFileStream, type RowCount } from './partner-file-stream.ts'
import { FileGoneError } from '../bucket/run-inputs.ts'
import { vietnamDay, type VietnamDay } from '../vietnam-day.ts'
import { sha256OfKept } from '../bucket/sha256-of-kept.ts'
import { storeExistedOn } from './store-existed-on.ts'

/** Result of writing or checking the partner file. */
export type PartnerFileWriting =
  /** The file is stored now and was not before. */
  | 'written'
  /** The file is already stored with this content. */
  | 'unchanged'
  /**
   * The file had other content that the service has not answered yet; it was replaced, and an alert
   * was raised.
   */
  | 'replaced'
  /**
   * The file has other content and the service has already picked it up: it stays, and an alert was
   * raised.
   */
  | 'kept'

interface Content extends Readonly<RowCount> {
  readonly sha256: string
  readonly bytes: number
}

const httpMetadata = { contentType: 'text/csv; charset=utf-8' }

async function contentOf(context: DailyFilesContext, day: VietnamDay): Promise<Content> {
  const { stream, count } = partnerFileStream(context, day)
  const hashed = await sha256OfStream(stream)
  return { ...hashed, ...count }
}

/**
 * Whether a file was written with the previous checksum key: it stays, because only the key has
 * changed.
 */
async function isOfPreviousKey(
  context: DailyFilesContext,
  day: VietnamDay,
  sha256: string,
): Promise<boolean> {
  const { checksumKeyPrevious: checksumKey } = context.files
  if (checksumKey === undefined) return false
  const content = await contentOf({ ...context, files: { ...context.files, checksumKey } }, day)
  return content.sha256 === sha256
}

async function isTaken({ files }: DailyFilesContext, day: string): Promise<boolean> {
  const [service, result] = await Promise.all([
    files.bucket.head(keyOfFile(files, 'service', day)),
    files.bucket.head(keyOfFile(files, 'result', day)),
  ])
  return service !== null || result !== null
}

async function keep(
  context: DailyFilesContext,
  day: VietnamDay,
  { content, key }: { readonly content: Content; readonly key: string },
): Promise<void> {
  const { rows, leftOut, sha256, bytes } = content
  const { readable, writable } = new FixedLengthStream(bytes)
  const written = copyStream(partnerFileStream(context, day).stream, writable)
  // The bucket rejects content with another hash, so only the content that was counted is stored.
  const stored = context.files.bucket.put(key, readable, {
    sha256,
    httpMetadata,
    customMetadata: { sha256, rows: String(rows), left_out: String(leftOut) },
  })
  await Promise.all([written, stored])
}

/**
 * Puts the file where it is fetched for the service, once per content. An empty file of a day
 * before the store existed is not sent: it would tell the service that nothing was sold, and
 * replace the file that the previous system has sent.
 */
async function sendOut(context: DailyFilesContext, day: string, key: string): Promise<void> {
  const { bucket } = context.files
  // The content is asked for only where it is copied: most rounds find that it was sent already.
  let kept = await bucket.head(key)
  if (kept === null) throw new FileGoneError(key)
  const [before] = await openDatabase(context)
    .select({ sha256: dailyFiles.partnerSha256 })
    .from(dailyFiles)
    .where(eq(dailyFiles.day, day))
  if (before?.sha256 === sha256OfKept(kept)) return
  if (Number(kept.customMetadata?.['rows'] ?? 0) > 0 || (await storeExistedOn(context, day))) {
    const file = await bucket.get(key)
    if (file === null) throw new FileGoneError(key)
    const outgoing = keyOfFile(context.files, 'partner', day)
    const { customMetadata = {} } = file
    await bucket.put(outgoing, file.body, { httpMetadata, customMetadata })
    kept = file
  }
  const { rows, left_out: leftOut } = kept.customMetadata ?? {}
  await transact(context, {
    decide: update(dailyFiles, {
      set: {
        partnerSha256: sha256OfKept(kept),
        partnerRows: Number(rows ?? 0),
        partnerLeftOut: Number(leftOut ?? 0),
      },
      where: eq(dailyFiles.day, day),
    }),
  })
}

async function alertChange(
  context: DailyFilesContext,
  { day }: VietnamDay,
  change: { readonly kind: AlertKind; readonly before: string; readonly content: Content },
): Promise<void> {
  const { before, content } = change
  await raiseAlert(context, {
    kind: change.kind,
    subject: `${day}:${content.sha256.slice(0, 16)}`,
    atMs: context.now(),
    data: { day, sha256_before: before, sha256_now: content.sha256, rows_now: content.rows },
  })
}

/**
 * Raises alerts for transactions without a row: one alert for those that a later file will list,
 * another for those that nothing else proves.
 */
async function alertLeftOut(
  context: DailyFilesContext,
  day: string,
  { content, file }: { readonly content: Content; readonly file: string },
): Promise<void> {
  const { leftOut, unproven, confirmedIds, unprovenIds } = content
  const atMs = context.now()
  const proven = leftOut - unproven
  if (proven > 0) {
    const data = { day, transactions: proven, file, ids: confirmedIds.join(' ') }
    await raiseAlert(context, { kind: 'partner_rows_left_out', subject: day, atMs, data })
  }
  if (unproven > 0) {
    const data = { day, transactions: unproven, file, ids: unprovenIds.join(' ') }
    await raiseAlert(context, { kind: 'partner_rows_unproven', subject: day, atMs, data })
  }
}

/**
 * Writes the partner file of a past day from the journal: one pass counts and hashes the rows, a
 * second pass writes them, in memory that does not grow with the day.
 *
 * The same content is written and sent once. A copy is stored for the reconciliation, because the
 * outgoing file may be removed during transfer. Changed content, usually because of another
 * profile, never replaces a file without an alert; a file written with the previous key stays
 * unchanged.
 *
 * @param day `YYYY-MM-DD`, a day of Vietnam
 * @throws TypeError when it is no day
 * @see Specification 2.18
 */
export async function writePartnerFile(
  context: DailyFilesContext,
  day: string,
): Promise<PartnerFileWriting> {
  checkDailyFilesContext('writePartnerFile', context)
  const interval = vietnamDay(day)
  const { bucket } = context.files
  const key = keyOfKeptFile(context.files, day)
  const content = await contentOf(context, interval)
  const there = await bucket.head(key)
  const before = there === null ? undefined : sha256OfKept(there)
  let writing: PartnerFileWriting = before === undefined ? 'written' : 'unchanged'
  const isChanged = before !== undefined && before !== content.sha256
  if (isChanged && !(await isOfPreviousKey(context, interval, before))) {
    writing = (await isTaken(context, day)) ? 'kept' : 'replaced'
    const kind = writing === 'kept' ? 'partner_file_changed' : 'partner_file_replaced'
    await alertChange(context, interval, { kind, before, content })
  }
  if (writing === 'written' || writing === 'replaced') {
    await keep(context, interval, { content, key })
  }
  await followDaysUpTo(context, day)
  await sendOut(context, day, key)
  await alertLeftOut(context, day, { content, file: nameOfKey(key) })
  return writing
}
