import type { Row } from '../rows/row.ts'
import type { ControlTotal } from './control-totals.ts'

/** What a total is of. */
export type TotalKind = Pick<ControlTotal, 'currency' | 'type' | 'status'>
/** A number of rows and the sums of their amounts, in parts of a unit: 10,000 for one VND or point. */
export type Sums = Omit<ControlTotal, keyof TotalKind>

/** Sums of nothing. */
export const noSums: Sums = { rows: 0, amount: 0n, fee: 0n, tax: 0n, discount: 0n }

/** Adds sums to sums, so many times. */
export function addSums(one: Sums, other: Sums, times = 1): Sums {
  const factor = BigInt(times)
  return {
    rows: one.rows + times * other.rows,
    amount: one.amount + factor * other.amount,
    fee: one.fee + factor * other.fee,
    tax: one.tax + factor * other.tax,
    discount: one.discount + factor * other.discount,
  }
}

/** What one row adds to a total. */
export function totalOfRow({ shared, amounts, isSuccess, status, type }: Row): ControlTotal {
  const openOrFailed = status === '1' ? 'open' : 'failed'
  return {
    currency: shared.currency === 'POINT' ? 'POINT' : 'VND',
    type: type === '1' ? 'payment' : 'refund',
    status: isSuccess ? 'success' : openOrFailed,
    rows: 1,
    ...amounts,
  }
}

/** Totals by currency, type and status, to which more can be added. */
export class TotalsTable {
  readonly #totals = new Map<string, ControlTotal>()

  constructor(totals: readonly ControlTotal[] = []) {
    for (const total of totals) this.add(total)
  }

  /** Adds a total, or takes it off when `times` is -1. */
  add(total: ControlTotal, times = 1): void {
    const { currency, type, status } = total
    const name = `${currency} ${type} ${status}`
    const sums = addSums(this.#totals.get(name) ?? noSums, total, times)
    this.#totals.set(name, { currency, type, status, ...sums })
  }

  /** The totals that are not all zero, in a fixed order. */
  totals(): ControlTotal[] {
    return [...this.#totals]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, total]) => total)
      .filter(
        ({ rows, amount, fee, tax, discount }) =>
          rows !== 0 || amount !== 0n || fee !== 0n || tax !== 0n || discount !== 0n,
      )
  }
}
