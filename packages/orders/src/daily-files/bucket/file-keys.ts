import { formatFileName, type FileKind } from '@merchant-edge/reconcile/files'
import type { DailyFilesSettings } from '../daily-files-context.ts'

/** Prefix of the files that arrive from the service. */
export const incomingPrefix = 'incoming/'

/** Bucket key of an exchanged file: the partner file is outgoing, the others are incoming. */
export function keyOfFile(
  { partnerToken }: Pick<DailyFilesSettings, 'partnerToken'>,
  kind: FileKind,
  day: string,
): string {
  const name = formatFileName({ kind, day, partner: partnerToken })
  return kind === 'partner' ? `outgoing/${name}` : `${incomingPrefix}${name}`
}

/** Prefix of our copies of the partner files and of the reports, by day. */
export const keptPrefix = 'reconciliations/'

/**
 * Bucket key of our copy of the partner file: the outgoing file may be removed by the process that
 * transfers it to the service.
 */
export function keyOfKeptFile(settings: Pick<DailyFilesSettings, 'partnerToken'>, day: string) {
  return `${keptPrefix}${day}/${nameOfKey(keyOfFile(settings, 'partner', day))}`
}

/** Name of a file from its key. */
export function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
