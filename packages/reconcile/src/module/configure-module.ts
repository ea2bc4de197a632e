import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import { checksumAffixes } from '../checksum/verify-checksums.ts'
import {
  type Column,
  type ColumnKind,
  type InputLayout,
  type SharedColumnName,
  sharedColumnNames,
} from '../layouts.ts'
import * as map from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** The module's numbers for the kinds of columns. */
const kinds: Readonly<Record<ColumnKind, number>> = {
  text: 0,
  'free-text': 1,
  amount: 2,
  'signed-amount': 3,
  date: 4,
  time: 5,
  checksum: 6,
  currency: 7,
  type: 8,
  'partner-status': 9,
  'service-status': 9,
  'reconciliation-status': 9,
}

const unlimited = 2 ** 31 - 1
const encoder = new TextEncoder()

function writeRule({ views }: ModuleInstance, column: Column, at: number): void {
  const { kind, required, maxChars = unlimited, values = [] } = column
  views.data.setInt32(at, kinds[kind], true)
  views.data.setInt32(at + 4, required ? 1 : 0, true)
  views.data.setInt32(at + 8, maxChars, true)
  views.data.setInt32(at + 12, values.length, true)
  for (const [index, value] of values.entries()) {
    const place = at + 16 + index * 8
    views.all.fill(0, place, place + 8)
    const { written } = encoder.encodeInto(value, views.all.subarray(place, place + 7))
    views.all[place + 7] = written
  }
}

/** Sets the columns of a layout in the module, and which of them are compared. */
export function setLayout(
  instance: ModuleInstance,
  layout: InputLayout,
  compare: readonly SharedColumnName[],
): void {
  for (const [index, column] of layout.columns.entries()) {
    writeRule(instance, column, map.rulesStart + index * map.ruleBytes)
  }
  const compared = sharedColumnNames.reduce(
    (bits, name, index) => bits | (compare.includes(name) ? 1 << index : 0),
    0,
  )
  instance.call.setLayout(layout.firstShared, layout.walletCode, layout.type, compared)
}

/** Sets the checksum profile and the keys in the module. */
export function setChecksums(
  { call, views }: Pick<ModuleInstance, 'call' | 'views'>,
  { profile, keys }: { profile: ChecksumProfile; keys: readonly string[] },
): void {
  const lengths = keys.flatMap((key, index) => {
    const { prefix, suffix } = checksumAffixes(profile, key)
    const at = map.affixesStart + 2 * index * map.affixBytes
    views.all.set(prefix, at)
    views.all.set(suffix, at + map.affixBytes)
    return [prefix.length, suffix.length]
  })
  const { separator } = checksumAffixes(profile, keys[0] ?? '')
  views.all.set(separator, map.separatorStart)
  call.setProfile(profile.rowData === 'record' ? 0 : 1, separator.length, keys.length > 1 ? 1 : 0)
  call.setAffixes(...lengths)
}

/** Sets the selected wallet transaction codes in the module. */
export function setRange(
  { call, views }: ModuleInstance,
  { from, to }: { readonly from?: Uint8Array; readonly to?: Uint8Array },
): void {
  if (from !== undefined) views.all.set(from, map.rangeStart)
  if (to !== undefined) views.all.set(to, map.rangeStart + map.rangeCodeBytes)
  call.setRange(from?.length ?? -1, to?.length ?? -1)
}

/** Generates the random numbers of a run. */
export function drawHashKey(): Uint8Array<ArrayBuffer> {
  const key = new Uint8Array(map.hashKeyBytes + map.hashFactors * 8)
  return crypto.getRandomValues(key)
}

/** Sets the random numbers of a run in the module. */
export function setHashKey({ call, views }: ModuleInstance, key: Uint8Array<ArrayBuffer>): void {
  views.all.set(key, map.hashKeyStart)
  call.prepareHash()
}
