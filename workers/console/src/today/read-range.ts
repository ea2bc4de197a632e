import type { TakingsRange } from '@merchant-edge/orders/api'
import { listRules } from '@merchant-edge/orders/rules'
import { dayOfTime, dayPlus, isDay } from '../layout/vietnam-date.ts'
import { seesStore, type Operator } from '../operator.ts'

const daysAfterMax = 30

/** What the address of the page asks for. */
export interface ReadRange {
  readonly range: Required<Pick<TakingsRange, 'from' | 'to'>> & Pick<TakingsRange, 'storeCode'>
  /** What it cannot be; the range is that of today then. */
  readonly problem?: 'range' | 'store'
}

/**
 * Reads the days and the store from the query of an address: today without one. An operator of some stores gets one of
 * them: the one that is asked for, or the first.
 */
export function readRange(
  { from: first = '', to: last = '', storeCode: store = '' }: Readonly<Record<string, string>>,
  { operator, now }: { readonly operator: Operator; readonly now: number },
): ReadRange {
  const today = dayOfTime(now)
  const from = first === '' ? today : first
  const to = last === '' ? from : last
  const storeCode = store === '' ? operator.stores?.[0] : store
  const ofStore = storeCode === undefined ? {} : { storeCode }
  if (!isDay(from) || !isDay(to) || to < from || to > dayPlus(from, daysAfterMax)) {
    return { range: { from: today, to: today, ...ofStore }, problem: 'range' }
  }
  const isFit =
    storeCode === undefined ||
    (listRules.storeCode.pattern.test(storeCode) && seesStore(operator, storeCode))
  return isFit ? { range: { from, to, ...ofStore } } : { range: { from, to }, problem: 'store' }
}
