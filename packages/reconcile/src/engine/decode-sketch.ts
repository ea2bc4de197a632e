import type { ModuleInstance } from '../module/module-instance.ts'
import type { KeySet } from './key-sets.ts'

/**
 * Adds the keys of all fingerprints that are left in the sketch of the module, which is empty then; so is the filter of
 * repeated keys, whose place it takes.
 *
 * @returns false when there are more than it can decode; those that were added are right
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
