import { type ControlTotal, collectTotals } from '../rows/control-totals.ts'
import { partsOfUnit } from '../rows/amounts.ts'
import { totalsSlotBytes, totalsStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** Reads the control totals of the rows that the module has checked. */
export function moduleTotals({ views }: ModuleInstance): { totals: () => ControlTotal[] } {
  const found = collectTotals((slot) => {
    const at = totalsStart + slot * totalsSlotBytes
    const number = (index: number) => views.data.getBigInt64(at + index * 8, true)
    const sum = (column: number) => {
      const first = 1 + 3 * column
      const whole = number(first) + (number(first + 1) << 32n)
      return whole * BigInt(partsOfUnit) + number(first + 2)
    }
    return { rows: Number(number(0)), sum }
  })
  return { totals: () => found }
}
