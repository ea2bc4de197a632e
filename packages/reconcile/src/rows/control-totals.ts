import type { RowValues } from './check-row.ts'
import { type Decimal, partsOfUnit } from './amounts.ts'
import { type Row, ownColumns } from './row.ts'

const currencies = ['VND', 'POINT'] as const
const types = ['payment', 'refund'] as const
const statuses = ['success', 'open', 'failed'] as const

/** The rows of one currency, type and status of one file, added up. */
export interface ControlTotal {
  /** Currency of the amounts: money or points. */
  readonly currency: (typeof currencies)[number]
  /** `1` for payments, `-1` for refunds. */
  readonly type: (typeof types)[number]
  /** `open`: pending at the partner, held at the service. */
  readonly status: (typeof statuses)[number]
  /** Number of rows. */
  readonly rows: number
  /** Sum of the amounts in parts of a unit: 10,000 for one VND or one point. */
  readonly amount: bigint
  /** Sum of the fees, in the same parts. */
  readonly fee: bigint
  /** Sum of the taxes, in the same parts. */
  readonly tax: bigint
  /** Sum of the discounts, in the same parts. */
  readonly discount: bigint
}

const slots = currencies.length * types.length * statuses.length
/** A sum has three limbs to this base, each below 2^53 for up to 10^12 rows. */
const limb = 1e7
const limbsOfSum = 3
const summedColumns = 4
const width = 1 + summedColumns * limbsOfSum

/** Rows and sums of one currency, type and status. */
interface Slot {
  readonly rows: number
  /** The sum of amount, fee, tax or discount, by its index. */
  readonly sum: (column: number) => bigint
}

/** The totals that have rows, of slots in the order of currency, type and status. */
export function collectTotals(slotOf: (index: number) => Slot): ControlTotal[] {
  const found: ControlTotal[] = []
  let index = 0
  for (const currency of currencies) {
    for (const type of types) {
      for (const status of statuses) {
        const { rows, sum } = slotOf(index)
        index += 1
        if (rows === 0) continue
        const sums = { amount: sum(0), fee: sum(1), tax: sum(2), discount: sum(3) }
        found.push({ currency, type, status, rows, ...sums })
      }
    }
  }
  return found
}

/** Adds up rows exactly, without allocating. */
export class TotalsCounter {
  readonly #sums = new Float64Array(slots * width)

  /** Adds the amounts of a row to the total of its currency, type and status. */
  add({ currency, type, status, amounts }: RowValues): void {
    const sums = this.#sums
    const at = ((currency * types.length + type) * statuses.length + status) * width
    sums[at] = (sums[at] ?? 0) + 1
    for (let column = 0; column < amounts.length; column += 1) {
      const decimal = amounts[column]
      if (decimal !== undefined) this.#addDecimal(at + 1 + column * limbsOfSum, decimal)
    }
  }

  #addDecimal(at: number, { isNegative, whole, parts }: Decimal): void {
    if (whole === 0 && parts === 0) return
    const sums = this.#sums
    const factor = isNegative ? -1 : 1
    const high = Math.floor(whole / limb)
    sums[at] = (sums[at] ?? 0) + factor * high
    sums[at + 1] = (sums[at + 1] ?? 0) + factor * (whole - high * limb)
    sums[at + 2] = (sums[at + 2] ?? 0) + factor * parts
  }

  /** The totals of every currency, type and status that has rows, in a fixed order. */
  totals(): ControlTotal[] {
    return collectTotals((slot) => {
      const at = slot * width
      return {
        rows: this.#sums[at] ?? 0,
        sum: (column) => this.#sum(at + 1 + column * limbsOfSum),
      }
    })
  }

  #sum(at: number): bigint {
    const [high = 0, low = 0, parts = 0] = this.#sums.subarray(at, at + limbsOfSum)
    return (BigInt(high) * BigInt(limb) + BigInt(low)) * BigInt(partsOfUnit) + BigInt(parts)
  }
}

/** Which rows a total is about. */
export type TotalKind = Pick<ControlTotal, 'currency' | 'type' | 'status'>
/**
 * A number of rows and the sums of their amounts, in parts of a unit: 10,000 for one VND or point.
 */
export type Sums = Omit<ControlTotal, keyof TotalKind>

/** Sums over no rows. */
export const noSums: Sums = { rows: 0, amount: 0n, fee: 0n, tax: 0n, discount: 0n }

/** Adds `times` times the other sums. */
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

/** The control total of a single row, to be added to the totals of its file. */
export function totalOfRow(row: Row): ControlTotal {
  const { shared, amounts, isSuccess, type } = row
  const openOrFailed = () => (ownColumns(row).status === '1' ? 'open' : 'failed')
  return {
    currency: shared.currency === 'POINT' ? 'POINT' : 'VND',
    type: type === '1' ? 'payment' : 'refund',
    status: isSuccess ? 'success' : openOrFailed(),
    rows: 1,
    ...amounts,
  }
}

/** Totals by currency, type and status. */
export class TotalsTable {
  readonly #totals = new Map<string, ControlTotal>()

  constructor(totals: readonly ControlTotal[] = []) {
    for (const total of totals) this.add(total)
  }

  /** Adds a total; subtracts it when `times` is -1. */
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
