import type { ModuleInstance } from '../module/module-instance.ts'
import type { KeySet } from './key-sets.ts'

/**
 * Decodes the sketch of the module and adds the keys of all remaining fingerprints. This empties
 * the sketch and the filter of repeated keys, whose memory it uses.
 *
 * @returns false when there are too many to decode; the added keys are right
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
