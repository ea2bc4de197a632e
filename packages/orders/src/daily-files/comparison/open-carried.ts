import { checksumProfiles, type ChecksumProfile } from '@merchant-edge/reconcile'
import {
  formatRow,
  partnerLayout,
  readRows,
  serviceLayout,
  type ReadRow,
  type Side,
} from '@merchant-edge/reconcile/files'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { hasRightChecksum, rowForm, type RowForm } from '../service-file/read-result-file.ts'
import { openObject } from '../bucket/run-inputs.ts'

const pieceChars = 64 * 1024
const layouts = { partner: partnerLayout, service: serviceLayout }
const profiles = Object.values<ChecksumProfile>(checksumProfiles)

/**
 * Whether the checksum is right under a previous profile, which rows of an earlier day may have.
 */
function isOfAnotherProfile(row: ReadRow, form: RowForm): boolean {
  return profiles.some((profile) => hasRightChecksum(row, { ...form, profile }))
}

/**
 * The rows with their checksums recomputed under the current profile. Rows that are right under no
 * profile stay unchanged, and are set aside later.
 */
async function* renewedRows(
  stream: ReadableStream<Uint8Array>,
  { side, form }: { readonly side: Side; readonly form: RowForm },
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
  // A byte order mark: without it a first field that begins with U+FEFF would lose this character.
  let text = '\u{feff}'
  for await (const row of readRows(stream, layouts[side].columns.length)) {
    if (row.broken !== undefined) continue
    text += isOfAnotherProfile(row, form)
      ? formatRow(row.values.slice(0, -1), form)
      : `${decoder.decode(row.record)}\r\n`
    if (text.length < pieceChars) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

async function hasOtherProfile(
  context: DailyFilesContext,
  { side, key }: { readonly side: Side; readonly key: string },
): Promise<boolean> {
  const form = rowForm(context)
  const rows = readRows(await openObject(context.files.bucket, key), layouts[side].columns.length)
  for await (const row of rows) {
    if (row.broken === undefined) {
      return !hasRightChecksum(row, form) && isOfAnotherProfile(row, form)
    }
  }
  return false
}

/**
 * Opens the rows that an earlier day has carried over. They were right under the profile of that
 * day. If the profile has changed since, they get a checksum of the current one; otherwise they
 * would be set aside as wrong and no longer carried over.
 *
 * @throws FileGoneError when it is not there
 */
export async function openCarried(
  context: DailyFilesContext,
  { side, key }: { readonly side: Side; readonly key: string },
): Promise<ReadableStream<Uint8Array>> {
  const { bucket } = context.files
  if (!(await hasOtherProfile(context, { side, key }))) return openObject(bucket, key)
  const pieces = renewedRows(await openObject(bucket, key), { side, form: rowForm(context) })
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await pieces.return()
    },
  })
}
