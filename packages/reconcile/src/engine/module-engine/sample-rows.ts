import type { ModuleInstance } from '../../module/module-instance.ts'
import { layoutOf } from '../../layouts.ts'
import type { RowSource } from '../engine.ts'
import type { Fingerprint } from '../sketch/keyed-hash.ts'
import { walletCodeOf } from '../reject-row.ts'
import type { DifferenceEstimate, KeySample } from '../samples.ts'

/**
 * Samples the rows that were added to the sketch of the module, of the partner (1) or of the
 * service (-1).
 */
export function sampleRows(
  { call, views }: ModuleInstance,
  sample: DifferenceEstimate,
  sign: 1 | -1,
): void {
  const count = call.sampleRows(sample.bound - 1, 0)
  for (const record of views.sampled.subarray(0, count)) {
    const [keyFirst = 0, keySecond = 0, contentFirst = 0, contentSecond = 0] =
      views.fingerprints.subarray(record * 4, record * 4 + 4)
    const found: Fingerprint = { keyFirst, keySecond, contentFirst, contentSecond }
    sample.add(found, sign)
  }
}

/**
 * Samples the valid rows of a batch in the module, the first one of each key, because the filter of
 * repeated keys is not used when every row is kept.
 */
export function sampleFirstRows(
  { call, views }: ModuleInstance,
  sample: DifferenceEstimate,
  side: RowSource['side'],
): void {
  const count = call.sampleRows(0, sample.bound - 1)
  for (const record of views.sampled.subarray(0, count)) {
    const at = record * 4
    const [key = 0, content = 0] = [views.fingerprints[at + 1], views.fingerprints[at + 3]]
    sample.addFirst(key, content, side === 'partner' ? 1 : -1)
  }
}

/** Samples the wallet transaction codes of the valid rows of a batch in the module. */
export function sampleCodes(
  { call, views }: ModuleInstance,
  codes: KeySample,
  side: RowSource['side'],
): void {
  const { batch, sampled, fingerprints } = views
  const { scratch } = codes
  const count = call.sampleRows(0, codes.bound - 1)
  for (const record of sampled.subarray(0, count)) {
    const hash = fingerprints[record * 4 + 1] ?? 0
    if (!codes.wants(hash)) continue
    codes.add(hash, walletCodeOf(batch, record, { layout: layoutOf(side), scratch }))
  }
}
