import { formatFileName, type FileKind } from '@merchant-edge/reconcile/files'
import type { DailyFilesSettings } from './daily-files-context.ts'

/** Files of the service, as the exchange puts them down. */
export const incomingPrefix = 'incoming/'

/** Key of a file of the exchange: the partner's is going out, the others come in. */
export function keyOfFile(
  { partnerToken }: Pick<DailyFilesSettings, 'partnerToken'>,
  kind: FileKind,
  day: string,
): string {
  const name = formatFileName({ kind, day, partner: partnerToken })
  return kind === 'partner' ? `outgoing/${name}` : `${incomingPrefix}${name}`
}

/**
 * Key of the partner file that is kept: the one that goes out may be taken away by whoever carries it to
 * the service.
 */
export function keyOfKeptFile(settings: Pick<DailyFilesSettings, 'partnerToken'>, day: string) {
  return `reconciliations/${day}/${nameOfKey(keyOfFile(settings, 'partner', day))}`
}

/** Name of a file from its key. */
export function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
