import type { ChecksumProfile, ReconciliationStatus } from '@merchant-edge/reconcile'
import { checksumOfValues, md5Hex, readRows, type ReadRow } from '@merchant-edge/reconcile/files'
import type { ServiceResult } from '../daily-files-api.ts'
import { hasHeader, type DailyFilesContext } from '../daily-files-context.ts'
import { columnsOfResult } from './columns-of-result.ts'

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const encoder = new TextEncoder()

/** How the checksums of a file are made, and whether its first row may be a header. */
export interface RowForm {
  readonly profile: ChecksumProfile
  readonly key: string
  /** The previous key, whose checksums are also accepted. */
  readonly previousKey?: string | undefined
  /** Whether a file of the service has a header row, which is skipped. */
  readonly hasHeader?: boolean
}

/** The form of the files of the service of a context. */
export function rowForm({ files }: DailyFilesContext): RowForm {
  return {
    profile: files.profile,
    key: files.checksumKey,
    previousKey: files.checksumKeyPrevious,
    hasHeader: hasHeader(files, 'service'),
  }
}

/** Whether the checksum of a row is right, under the current key or the previous one. */
export function hasRightChecksum(row: ReadRow, form: RowForm): boolean {
  const { profile, key, previousKey } = form
  if (isRightUnder(row, { profile, key })) return true
  return previousKey !== undefined && isRightUnder(row, { profile, key: previousKey })
}

function isRightUnder({ record, values }: ReadRow, { profile, key }: RowForm): boolean {
  const written = values.at(-1)?.toLowerCase()
  if (written === undefined) return false
  if (profile.rowData === 'values') {
    return written === checksumOfValues(values.slice(0, -1), profile, key).toLowerCase()
  }
  // The checksum covers the bytes of the record, because its author may have used quotes that CSV
  // does not need.
  const text = decoder.decode(record)
  const data = text.slice(0, text.lastIndexOf(','))
  const between = profile.separatorBeforeKey ? ',' : ''
  return (
    written ===
    md5Hex(encoder.encode(profile.key === 'after' ? data + between + key : key + between + data))
  )
}

/** Whether the last value of a first row is no checksum, so that the row is a header. */
function isNameOfColumn(value = ''): boolean {
  return value !== '' && !/^[\da-f]{32}$/i.test(value)
}

/**
 * Counts the rows of the service's result file. The file lists only differing transactions, unless
 * more was agreed. Its status is the last column but one, whatever is before it. Assumes G-24.
 *
 * @see Specification 2.18
 */
export async function readResultFile(
  stream: ReadableStream<Uint8Array>,
  form: RowForm,
): Promise<ServiceResult> {
  const counts: Record<ReconciliationStatus, number> = { '00': 0, '01': 0, '02': 0, '03': 0 }
  let badRows = 0
  const [ahead, whole] = stream.tee()
  const columns = await columnsOfResult(ahead)
  let mayBeHeader = form.hasHeader === true
  for await (const row of readRows(whole, columns)) {
    const isHeader = mayBeHeader && row.broken === undefined && isNameOfColumn(row.values.at(-1))
    mayBeHeader = false
    if (isHeader) continue
    const status = row.values.at(-2)
    const isKnown = status === '00' || status === '01' || status === '02' || status === '03'
    if (row.broken !== undefined || !isKnown || !hasRightChecksum(row, form)) badRows += 1
    else counts[status] += 1
  }
  return { counts, badRows }
}
