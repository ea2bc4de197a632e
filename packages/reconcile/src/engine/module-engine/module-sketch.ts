import { batchRecords } from '../../module/memory-map.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import type { KeySet } from '../sketch/key-sets.ts'

const wordsOfRow = 4

/**
 * Adds the fingerprints of a batch's valid rows, which are in the memory of the module, to the
 * sketch. Keys that may be repeated, and keys of carried rows, become suspects instead.
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
 * Copies the fingerprints of another thread or invocation into the memory of the module, one batch
 * per step.
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

/**
 * Decodes the sketch: adds the key of every remaining fingerprint to the suspects. This empties the
 * sketch and overwrites the filter of repeated keys, whose memory is needed for decoding.
 *
 * @returns false when more fingerprints remain than a sketch of this size can decode; the keys that
 *   were added are correct
 */
export function decodeSketch({ call, views }: ModuleInstance, suspects: KeySet): boolean {
  call.beginDecoding()
  for (let found = call.decodeCells(); found > 0; found = call.decodeCells()) {
    for (let at = 0; at < 4 * found; at += 4) {
      suspects.add(views.fingerprints[at] ?? 0, views.fingerprints[at + 1] ?? 0)
    }
  }
  return call.isSketchEmpty() === 1
}

const minSlots = 1024
const slotBytes = 8

/** Writes the suspects into the module's hash table. @returns the size of the table in bytes */
export function fillSuspects({ call }: ModuleInstance, suspects: KeySet): number {
  const slots = 2 ** Math.ceil(Math.log2(suspects.size * 2 + minSlots))
  call.clearSuspects(slots)
  suspects.forEach((first, second) => call.addSuspect(first, second))
  return slots * slotBytes
}
