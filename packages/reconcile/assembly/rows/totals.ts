import { totalsSlotBytes, totalsSlots, totalsStart } from '../../src/module/memory-map'
import { amountParts, amountWhole, currency, isAmountNegative, status, type } from './check-row'

// Step 3 of the first reading: exact totals for each currency, type and status.

export function clearTotals(): void {
  memory.fill(totalsStart, 0, totalsSlots * totalsSlotBytes)
}

/** Adds the amounts of the row that was checked last: halves of 32 bits, so that no sum overflows. */
export function addToTotals(): void {
  const slot: usize = totalsStart + ((currency * 2 + type) * 3 + status) * totalsSlotBytes
  store<i64>(slot, load<i64>(slot) + 1)
  for (let index = 0; index < 4; index += 1) {
    const whole = amountWhole(index)
    const parts = amountParts(index)
    if (whole == 0 && parts == 0) continue
    const sign: i64 = isAmountNegative(index) ? -1 : 1
    const sums = slot + 8 + index * 24
    store<i64>(sums, load<i64>(sums) + sign * <i64>(whole & 0xffffffff))
    store<i64>(sums, load<i64>(sums, 8) + sign * <i64>(whole >> 32), 8)
    store<i64>(sums, load<i64>(sums, 16) + sign * <i64>parts, 16)
  }
}
