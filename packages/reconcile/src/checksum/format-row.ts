import { checkArguments } from '../check-arguments.ts'
import { formatRecord, parseRecord } from '../csv/fields.ts'
import { checkProfile, type ChecksumProfile } from './checksum-profile.ts'
import { type Md5Hasher, md5Hex, textMd5Hex } from './md5.ts'

const encoder = new TextEncoder()

/** Profile and key of checksums. Assumes G-174. */
interface Signing {
  readonly profile: ChecksumProfile
  readonly key: string
}

function separatorOf({ rowData, separator = '' }: ChecksumProfile): string {
  return rowData === 'record' ? ',' : separator
}

function withKey(data: string, { profile, key }: Signing): string {
  const between = profile.separatorBeforeKey ? separatorOf(profile) : ''
  return profile.key === 'after' ? data + between + key : key + between + data
}

/** Hex digits in the case of a profile. */
function inCase(hex: string, { hexCase }: ChecksumProfile): string {
  return hexCase === 'upper' ? hex.toUpperCase() : hex
}

/** A row as values and as the record that they make. */
interface WrittenRow {
  readonly values: readonly string[]
  readonly record: string
}

function checksumOf({ values, record }: WrittenRow, signing: Signing, hasher?: Md5Hasher): string {
  const { profile } = signing
  const data = profile.rowData === 'record' ? record : values.join(separatorOf(profile))
  const message = withKey(data, signing)
  const hex = hasher === undefined ? md5Hex(encoder.encode(message)) : textMd5Hex(message, hasher)
  return inCase(hex, profile)
}

/**
 * The checksum of a row that is written with quotes only where CSV needs them: 32 hex digits.
 *
 * @param values all columns but the checksum, in the order of the layout
 * @see Specification 2.18
 */
export function checksumOfValues(
  values: readonly string[],
  profile: ChecksumProfile,
  key: string,
): string {
  checkArguments('checksumOfValues', { values, profile }, { key })
  return checksumOf({ values, record: formatRecord(values) }, { profile, key })
}

/**
 * Formats a row of a daily file: its values, its checksum, and CRLF.
 *
 * @param values all columns but the checksum, in the order of the layout
 * @param hasher an existing MD5 hasher; without it MD5 is computed in TypeScript
 * @throws TypeError when the profile is not a profile, such as its name
 * @see Specification 2.18
 *
 * @example
 * ```ts
 * import { checksumProfiles } from '@merchant-edge/reconcile'
 * import { formatRow, partnerLayout } from '@merchant-edge/reconcile/files'
 *
 * const values: Readonly<Record<string, string>> = {
 *   partnerId: 'P1',
 *   invoiceCode: 'INV-1',
 *   walletCode: 'TX-1',
 *   amount: '50000',
 *   currency: 'VND',
 *   fee: '0',
 *   tax: '0',
 *   discount: '0',
 *   date: '01/09/2026',
 *   partnerStatus: '0',
 *   description: 'Coffee, large',
 *   type: '1',
 * }
 * const columns = partnerLayout.columns.slice(0, -1).map(({ name }) => values[name] ?? '')
 *
 * export const line = formatRow(columns, { profile: checksumProfiles.record, key: 'checksum key' })
 * ```
 */
export function formatRow(values: readonly string[], signing: Signing, hasher?: Md5Hasher): string {
  checkArguments('formatRow', { values, signing })
  checkProfile(signing.profile)
  return signedRow(values, signing, hasher)
}

/** {@link formatRow} with arguments that are checked already. */
export function signedRow(values: readonly string[], signing: Signing, hasher?: Md5Hasher): string {
  const record = formatRecord(values)
  return `${record},${checksumOf({ values, record }, signing, hasher)}\r\n`
}

/**
 * Replaces the checksum of a record by one with this key; everything before it stays unchanged,
 * including quotes.
 *
 * @param record a record with a checksum, without its line ending
 */
export function renewChecksum(record: string, signing: Signing, hasher: Md5Hasher): string {
  const { profile } = signing
  const before = record.slice(0, record.lastIndexOf(','))
  const data =
    profile.rowData === 'record' ? before : parseRecord(before).join(separatorOf(profile))
  return `${before},${inCase(textMd5Hex(withKey(data, signing), hasher), profile)}`
}
