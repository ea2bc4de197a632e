import {
  formatFileName,
  parseFileName,
  type FileKind,
  type FileName,
} from '@merchant-edge/reconcile/files'
import type { DailyFilesSettings } from '../daily-files-context.ts'

/** Prefix of the files that arrive from the service. */
export const incomingPrefix = 'incoming/'

/** The names of partner and service in the names of the daily files. */
export type NamesInFiles = Pick<DailyFilesSettings, 'partnerToken' | 'serviceToken'>

/** Name of an exchanged file of a day. */
export function nameOfFile(
  { partnerToken: partner, serviceToken: service }: NamesInFiles,
  kind: FileKind,
  day: string,
): string {
  return formatFileName({ kind, day, partner, ...(service !== undefined && { service }) })
}

/** The parts of a key in `incoming/`; `undefined` when it is no daily file of this partner. */
export function incomingFileOf(names: NamesInFiles, key: string): FileName | undefined {
  const file = parseFileName(key.slice(incomingPrefix.length), names.serviceToken)
  return file?.partner === names.partnerToken && file.kind !== 'partner' ? file : undefined
}

/** Bucket key of an exchanged file: the partner file is outgoing, the others are incoming. */
export function keyOfFile(names: NamesInFiles, kind: FileKind, day: string): string {
  const name = nameOfFile(names, kind, day)
  return kind === 'partner' ? `outgoing/${name}` : `${incomingPrefix}${name}`
}

/** Prefix of our copies of the partner files and of the reports, by day. */
export const keptPrefix = 'reconciliations/'

/**
 * Bucket key of our copy of the partner file: the outgoing file may be removed by the process that
 * transfers it to the service.
 */
export function keyOfKeptFile(settings: NamesInFiles, day: string) {
  return `${keptPrefix}${day}/${nameOfKey(keyOfFile(settings, 'partner', day))}`
}

/** Name of a file from its key. */
export function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
