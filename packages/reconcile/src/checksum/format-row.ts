import { formatRecord } from '../csv/fields.ts'
import type { ChecksumProfile } from './checksum-profile.ts'
import { md5Hex } from './md5.ts'

const encoder = new TextEncoder()

/** The checksum of a row that is written with quotes only where CSV needs them. */
export function checksumOfValues(
  values: readonly string[],
  profile: ChecksumProfile,
  key: string,
): string {
  const isRecord = profile.rowData === 'record'
  const separator = isRecord ? ',' : (profile.separator ?? '')
  const data = isRecord ? formatRecord(values) : values.join(separator)
  const between = profile.separatorBeforeKey ? separator : ''
  const text = profile.key === 'after' ? data + between + key : key + between + data
  const hex = md5Hex(encoder.encode(text))
  return profile.hexCase === 'upper' ? hex.toUpperCase() : hex
}

/**
 * Writes a row of a file of the exchange: its values, its checksum, and CRLF.
 *
 * @param values all columns but the checksum, in the order of the layout
 */
export function formatRow(
  values: readonly string[],
  { profile, key }: { profile: ChecksumProfile; key: string },
): string {
  return `${formatRecord([...values, checksumOfValues(values, profile, key)])}\r\n`
}
