import { checksumOfValues } from '../checksum/checksum-of-values.ts'
import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import { formatRecord } from '../csv/field-text.ts'

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
