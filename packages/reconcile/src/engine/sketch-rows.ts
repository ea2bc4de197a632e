import { batchRecords } from '../module/memory-map.ts'
import type { ModuleInstance } from '../module/module-instance.ts'
import type { KeySet } from './key-sets.ts'

const wordsOfRow = 4

/** Adds the good rows of a batch, of which the memory has the fingerprints, to the sketch; those that it cannot hold are suspects. */
export function sketchRows(
  { call, views }: ModuleInstance,
  suspects: KeySet,
  { sign, isCarried }: { readonly sign: 1 | -1; readonly isCarried: boolean },
): void {
  const repeated = call.sketchRows(sign, isCarried ? 1 : 0)
  for (const record of views.repeated.subarray(0, repeated)) {
    const at = record * wordsOfRow
    suspects.add(views.fingerprints[at] ?? 0, views.fingerprints[at + 1] ?? 0)
  }
}

/** Brings the fingerprints of rows that were checked elsewhere into the memory, as those of a batch each time. */
export function* takeFingerprints(
  { call, views }: ModuleInstance,
  fingerprints: Int32Array,
): Generator<void, void, void> {
  const most = wordsOfRow * batchRecords
  for (let at = 0; at < fingerprints.length; at += most) {
    const some = fingerprints.subarray(at, at + most)
    views.fingerprints.set(some)
    call.takeFingerprints(some.length / wordsOfRow)
    yield
  }
}
