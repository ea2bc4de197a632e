import type { ModuleInstance } from '../module/module-instance.ts'
import type { KeySet } from './key-sets.ts'

const fewestSlots = 1024
const slotBytes = 8

/** Puts the keys that may differ into the table of the module. @returns how many bytes it takes */
export function fillSuspects({ call }: ModuleInstance, suspects: KeySet): number {
  const slots = 2 ** Math.ceil(Math.log2(suspects.size * 2 + fewestSlots))
  call.clearSuspects(slots)
  suspects.forEach((first, second) => call.addSuspect(first, second))
  return slots * slotBytes
}
