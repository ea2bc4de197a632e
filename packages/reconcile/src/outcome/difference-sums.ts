import {
  type ComparisonRules,
  type ReconciliationStatus,
  type Transaction,
  valueInVnd,
} from '../matching/compare-sides.ts'
import type { Row } from '../rows/row.ts'
import type { RowOrigin } from '../rows/row-exception.ts'

type DifferingStatus = Exclude<ReconciliationStatus, '00'>

/**
 * Money that each side has booked: sums over rows with success, in parts of a VND; points at their
 * value.
 */
interface BookedSums {
  readonly partner: bigint
  readonly service: bigint
}

/** The money in the differences of one status and type. */
export interface DifferenceSum extends BookedSums {
  readonly status: DifferingStatus
  /** `1` payment, `-1` refund. */
  readonly type: '1' | '-1'
  /**
   * `carried`: transactions of earlier days that are still one-sided; they are not in the counts.
   */
  readonly origin: RowOrigin
  readonly transactions: number
}

/** The differences of this day at one store; a refund counts as negative. */
export interface StoreDifferences extends BookedSums {
  /** Store of the partner's row, else of the service's; empty when neither names one. */
  readonly mid: string
  readonly counts: Readonly<Record<DifferingStatus, number>>
}

/** The money in the differences. */
export interface DifferenceSumsOutcome {
  /** The differences of this day, then what is still open from earlier days. */
  readonly byStatus: readonly DifferenceSum[]
  /** The differences of this day at the first 200 stores, in the order of their codes. */
  readonly byStore: readonly StoreDifferences[]
  /** Those of all further stores, in one sum, where there are more. */
  readonly otherStores?: StoreDifferences
}

const maxStores = 200

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

type StoreSums = Writable<StoreDifferences> & { readonly counts: Record<DifferingStatus, number> }

function inOrder<Sum>(sums: ReadonlyMap<string, Sum>): Sum[] {
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

function newStore(mid: string): StoreSums {
  return { mid, counts: { '01': 0, '02': 0, '03': 0 }, partner: 0n, service: 0n }
}

/** Sums the money of the transactions that differ, by status and by store. */
export class DifferenceSums {
  readonly #rules: Pick<ComparisonRules, 'pointValueVnd'>
  readonly #statuses = new Map<string, Writable<DifferenceSum>>()
  readonly #stores = new Map<string, StoreSums>()
  #others: StoreSums | undefined

  constructor(rules: Pick<ComparisonRules, 'pointValueVnd'>) {
    this.#rules = rules
  }

  /** @param origin `carried` when the transaction was a difference of an earlier day */
  add({ status, partner, service }: Transaction, origin: RowOrigin): void {
    const row = partner ?? service[0]
    if (status === '00' || row === undefined) return
    const booked = {
      partner: this.#booked(partner === undefined ? [] : [partner]),
      service: this.#booked(service),
    }
    const name = `${origin === 'file' ? 0 : 1} ${status} ${row.type === '1' ? 0 : 1}`
    const sum = this.#statuses.get(name) ?? {
      status,
      type: row.type,
      origin,
      transactions: 0,
      partner: 0n,
      service: 0n,
    }
    sum.transactions += 1
    sum.partner += booked.partner
    sum.service += booked.service
    this.#statuses.set(name, sum)
    if (origin === 'carried') return
    const store = this.#store(row.shared.mid)
    store.counts[status] += 1
    const sign = BigInt(row.type)
    store.partner += sign * booked.partner
    store.service += sign * booked.service
  }

  /** The sums of all added transactions. */
  outcome(): DifferenceSumsOutcome {
    return {
      byStatus: inOrder(this.#statuses),
      byStore: inOrder(this.#stores),
      ...(this.#others && { otherStores: this.#others }),
    }
  }

  #booked(rows: readonly Row[]): bigint {
    const made = rows.filter(({ isSuccess }) => isSuccess)
    return valueInVnd(made, 'amount', this.#rules.pointValueVnd)
  }

  #store(mid: string): StoreSums {
    const known = this.#stores.get(mid)
    if (known !== undefined) return known
    if (this.#stores.size >= maxStores) {
      this.#others ??= newStore('')
      return this.#others
    }
    const store = newStore(mid)
    this.#stores.set(mid, store)
    return store
  }
}
