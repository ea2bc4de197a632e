import { dayOfTime, dayPlus, isDay, type Operator } from '@merchant-edge/pages'
import type { TakingsRange } from '@merchant-edge/orders/api'
import { listRules } from '@merchant-edge/orders/rules'
import { seesStore, visibleStores } from '../operator.ts'

const maxDaysAfter = 30

/** The parsed range of the page's address. */
export interface ReadRange {
  readonly range: Required<Pick<TakingsRange, 'from' | 'to'>> &
    Pick<TakingsRange, 'storeCode' | 'storeCodes'>
  /** The invalid part of the address, if any; the range is then today. */
  readonly problem?: 'range' | 'store'
}

/**
 * Reads the days and the store from the query of an address: today without one. An operator of some
 * stores gets all of them, or the one that is asked for.
 */
export function readRange(
  { from: first = '', to: last = '', storeCode: store = '' }: Readonly<Record<string, string>>,
  { operator, now }: { readonly operator: Operator; readonly now: number },
): ReadRange {
  const today = dayOfTime(now)
  const from = first === '' ? today : first
  const to = last === '' ? from : last
  const ofStore = { ...(store !== '' && { storeCode: store }), ...visibleStores(operator) }
  if (!isDay(from) || !isDay(to) || to < from || to > dayPlus(from, maxDaysAfter)) {
    return { range: { from: today, to: today, ...ofStore }, problem: 'range' }
  }
  const isFit =
    store === '' || (listRules.storeCode.pattern.test(store) && seesStore(operator, store))
  return isFit ? { range: { from, to, ...ofStore } } : { range: { from, to }, problem: 'store' }
}
