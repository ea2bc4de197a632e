import type { SharedColumnName } from '../layouts.ts'
import type { ReconciliationStatus, Transaction } from '../matching/compare-sides.ts'
import type { Row } from '../rows/row.ts'
import {
  type ControlTotal,
  type Sums,
  TotalsTable,
  addSums,
  noSums,
  totalOfRow,
} from '../rows/control-totals.ts'

/** Explanation of a part of the difference of the totals. */
export type ExplainedBy = ReconciliationStatus | 'foreign' | 'duplicate'

/** How the partner's total becomes the service's, for one currency, type, and success or not. */
export interface BridgeLine {
  readonly currency: ControlTotal['currency']
  readonly type: ControlTotal['type']
  readonly isSuccess: boolean
  readonly partner: Sums
  readonly service: Sums
  /**
   * Partner minus service over the transactions of each status, the foreign ones, and the
   * duplicates.
   */
  readonly explained: Readonly<Record<ExplainedBy, Sums>>
  /** The rest of partner minus service: zero when every difference was found. */
  readonly unexplained: Sums
}

/**
 * A control that is independent of the search for differences: the totals of the two files, summed
 * over every valid row, must differ by exactly the sum of the differences found.
 */
export interface Bridge {
  readonly closes: boolean
  readonly lines: readonly BridgeLine[]
}

type Explained = Record<ExplainedBy, Sums>

interface Draft {
  readonly kind: Pick<BridgeLine, 'currency' | 'type' | 'isSuccess'>
  partner: Sums
  service: Sums
  readonly explained: Explained
}

/** Builds a {@link Bridge} while transactions are compared. */
export class BridgeBuilder {
  readonly #drafts = new Map<string, Draft>()
  readonly #compare: readonly SharedColumnName[]
  readonly #duplicates = { partner: new TotalsTable(), service: new TotalsTable() }

  /** @param compare the compared columns: other amounts may differ without being found */
  constructor(compare: readonly SharedColumnName[]) {
    this.#compare = compare
  }

  /** Adds the totals of the file of one side. */
  addTotals(side: Row['side'], totals: readonly ControlTotal[]): void {
    for (const total of totals) {
      const draft = this.#draft(total)
      draft[side] = addSums(draft[side], total)
    }
  }

  /** Adds a compared transaction with all of its rows, under its classification. */
  addTransaction(
    { partner, service }: Transaction,
    { rows, as }: { readonly rows: readonly Row[]; readonly as: ReconciliationStatus | 'foreign' },
  ): void {
    for (const row of rows) {
      const isTaken = row === partner || service.includes(row)
      if (isTaken) this.#add(row, as)
      else this.addDuplicate(row)
    }
  }

  /** Adds a duplicate of a transaction that was added without it. */
  addDuplicate(row: Row): void {
    if (row.origin === 'file') this.#duplicates[row.side].add(totalOfRow(row))
    this.#add(row, 'duplicate')
  }

  #add(row: Row, as: ExplainedBy): void {
    if (row.origin !== 'file') return
    const total = totalOfRow(row)
    const { explained } = this.#draft(total)
    explained[as] = addSums(explained[as], total, row.side === 'partner' ? 1 : -1)
  }

  /** Totals of the duplicates of a side. */
  duplicates(side: Row['side']): ControlTotal[] {
    return this.#duplicates[side].totals()
  }

  /** The bridge over everything that was added, with its lines in a fixed order. */
  bridge(): Bridge {
    const lines = [...this.#drafts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { kind, partner, service, explained }]) => {
        const difference = addSums(partner, service, -1)
        const unexplained = Object.values(explained).reduce(
          (rest, sums) => addSums(rest, sums, -1),
          difference,
        )
        return { ...kind, partner, service, explained, unexplained }
      })
    return { closes: lines.every(({ unexplained }) => this.#isZero(unexplained)), lines }
  }

  #isZero(sums: Sums): boolean {
    const names = ['amount', 'fee', 'tax', 'discount'] as const
    return (
      sums.rows === 0 && names.every((name) => !this.#compare.includes(name) || sums[name] === 0n)
    )
  }

  #draft({ currency, type, status }: ControlTotal): Draft {
    const isSuccess = status === 'success'
    const name = `${currency} ${type} ${isSuccess ? 1 : 2}`
    const known = this.#drafts.get(name)
    if (known !== undefined) return known
    const explained: Explained = {
      '00': noSums,
      '01': noSums,
      '02': noSums,
      '03': noSums,
      foreign: noSums,
      duplicate: noSums,
    }
    const draft = {
      kind: { currency, type, isSuccess },
      partner: noSums,
      service: noSums,
      explained,
    }
    this.#drafts.set(name, draft)
    return draft
  }
}
