import { batchRecords } from '../module/memory-map.ts'
import type { ModuleInstance } from '../module/module-instance.ts'
import type { KeySet } from './key-sets.ts'

const wordsOfRow = 4

/**
 * Adds the valid rows of a batch, whose fingerprints are in the module's memory, to the sketch;
 * rows that cannot be added become suspects.
 */
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

/**
 * Copies the fingerprints of rows that other readers have checked into the module's memory, one
 * batch at a time.
 */
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
