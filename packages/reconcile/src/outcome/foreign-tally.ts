import type { Transaction } from '../matching/compare-sides.ts'
import { type ControlTotal, TotalsTable, totalOfRow } from '../rows/control-totals.ts'
import { isoDay, ownColumns } from '../rows/row.ts'

/** A transaction that was not made through the partner. */
export interface ForeignTransaction {
  /** Name of its rule. */
  readonly name: string
  readonly walletCode: string
  readonly invoiceCode: string
  /** Transaction code of the service. */
  readonly serviceCode: string
  readonly type: '1' | '-1'
  /** Day as YYYY-MM-DD. */
  readonly day: string
  readonly mid: string
  readonly tid: string
  /** Amount and currency of each row, as the service writes them. */
  readonly amount: string
}

/** The foreign transactions of one name. */
export interface ForeignKind {
  readonly name: string
  readonly transactions: number
  /** Totals of their rows by currency and type, including rows of earlier days. */
  readonly totals: readonly ControlTotal[]
}

/**
 * The foreign transactions: they are not differences, are in no other count, and are not carried.
 */
export interface ForeignOutcome {
  readonly transactions: number
  /** Of their rows, those that were carried over from earlier days. */
  readonly carriedRows: number
  /** By name, in the order of the names. */
  readonly kinds: readonly ForeignKind[]
  /** The first 500, in the order of the wallet transaction codes. */
  readonly listed: readonly ForeignTransaction[]
}

const maxListed = 500

/** Counts and sums the foreign transactions. */
export class ForeignTally {
  /** Foreign rows of the file of the day. */
  rows = 0
  #transactions = 0
  #carriedRows = 0
  readonly #kinds = new Map<string, { transactions: number; readonly totals: TotalsTable }>()
  readonly #listed: ForeignTransaction[] = []

  /** Counts a transaction under a name. */
  add(name: string, { service }: Transaction): void {
    const kind = this.#kinds.get(name) ?? { transactions: 0, totals: new TotalsTable() }
    this.#kinds.set(name, kind)
    kind.transactions += 1
    this.#transactions += 1
    for (const row of service) {
      kind.totals.add(totalOfRow(row))
      if (row.origin === 'carried') this.#carriedRows += 1
      else this.rows += 1
    }
    if (this.#listed.length < maxListed) this.#listed.push(listedTransaction(name, service))
  }

  /** What was counted so far, by rule, in the order of the rules' names. */
  outcome(): ForeignOutcome {
    const kinds = [...this.#kinds]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { transactions, totals }]) => ({ name, transactions, totals: totals.totals() }))
    return {
      transactions: this.#transactions,
      carriedRows: this.#carriedRows,
      kinds,
      listed: this.#listed,
    }
  }
}

function listedTransaction(name: string, service: Transaction['service']): ForeignTransaction {
  const [main] = service
  return {
    name,
    walletCode: main?.shared.walletCode ?? '',
    invoiceCode: main?.shared.invoiceCode ?? '',
    serviceCode: main === undefined ? '' : ownColumns(main).serviceCode,
    type: main?.type ?? '1',
    day: isoDay(main?.shared.date ?? ''),
    mid: main?.shared.mid ?? '',
    tid: main?.shared.tid ?? '',
    amount: service.map(({ shared }) => `${shared.amount} ${shared.currency}`).join(' + '),
  }
}
