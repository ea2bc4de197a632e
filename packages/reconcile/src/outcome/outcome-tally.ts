import type { FileStore } from '../file-store.ts'
import type { SharedColumnName } from '../layouts.ts'
import type { ExceptionKind } from '../rows/row-exception.ts'
import type {
  ComparisonRules,
  ReconciliationStatus,
  Transaction,
} from '../matching/compare-sides.ts'
import { DifferenceSums } from './difference-sums.ts'
import { type Row, isoDay, isoDayNumber } from '../rows/row.ts'

/** A transaction that differs, as shown in the report. */
export interface Difference {
  /** `01` success at the service only, `02` at the partner only, `03` a compared column differs. */
  readonly status: ReconciliationStatus
  /** Wallet transaction code. */
  readonly walletCode: string
  /** Invoice code: the merchant's own reference. */
  readonly invoiceCode: string
  /** `1` for a payment, `-1` for a refund. */
  readonly type: '1' | '-1'
  /** Day as YYYY-MM-DD. */
  readonly day: string
  /** Compared columns that differ; empty when one side has no row. */
  readonly differs: readonly SharedColumnName[]
  /** Amount and currency as the partner writes them; undefined without a row of the partner. */
  readonly partnerAmount: string | undefined
  /** Amount and currency as the service writes them; undefined without a row of the service. */
  readonly serviceAmount: string | undefined
  /** Code of the store, from the partner's row, else from the service's; empty when neither names one. */
  readonly mid: string
  /** Code of the terminal, from the same row. */
  readonly tid: string
  /** Line of the partner's row in its file, from 1. */
  readonly partnerLine: number | undefined
  /** Line of the service's row in its file, from 1. */
  readonly serviceLine: number | undefined
}

/** How many transactions differ on one day. */
export interface DayCount {
  /** Day of the transactions as YYYY-MM-DD. */
  readonly day: string
  readonly counts: Readonly<Record<'01' | '02' | '03', number>>
}

/** Counts of one-sided rows: carried from earlier days, and new ones. */
export interface CarriedCounts {
  /** Carried rows whose counterpart is in the files of this day, which may have the row again. */
  readonly closed: number
  /** Carried rows that are still one-sided. */
  readonly open: number
  /** Rows of this day that are one-sided. */
  readonly added: number
  /** One-sided rows by their age in days, from the day of the transaction on. */
  readonly ages: readonly { readonly days: number; readonly rows: number }[]
}

const maxDifferences = 500
const maxDays = 400

function amountText(row: Row | undefined): string | undefined {
  return row && `${row.shared.amount} ${row.shared.currency}`
}

function isOf({ mid, tid }: FileStore, { shared }: Row): boolean {
  return shared.mid === mid && (tid === undefined || shared.tid === tid)
}

/** Counts the compared transactions, and keeps the first differences for the report. */
export class OutcomeTally {
  readonly counts: Record<ReconciliationStatus, number> = { '00': 0, '01': 0, '02': 0, '03': 0 }
  readonly exceptions: Record<ExceptionKind, number> = {
    bad_checksum: 0,
    malformed: 0,
    duplicate: 0,
  }
  /** The first differences in the order of the result file, at most 500. */
  readonly differences: Difference[] = []
  /** Rows of transactions that differ, and how many of these are one-sided. */
  differingRows = 0
  oneSidedRows = 0
  /** One-sided rows without success: no difference, and written only with `all`. Assumes G-93. */
  oneSidedWithoutSuccess = 0
  readonly #days = new Map<string, Record<'01' | '02' | '03', number>>()
  readonly #carried = { closed: 0, open: 0, added: 0 }
  readonly #ages = new Map<string, number>()

  readonly #store: FileStore | undefined

  readonly sums: DifferenceSums

  /**
   * @param store store whose differences are kept for the report; those of all stores when left out
   */
  constructor(rules: Pick<ComparisonRules, 'pointValueVnd'>, store?: FileStore) {
    this.sums = new DifferenceSums(rules)
    this.#store = store
  }

  /**
   * Counts a transaction. A transaction with only carried rows is still open and was counted on its
   * own day.
   */
  add(transaction: Transaction): void {
    const { status, partner, service, replaced } = transaction
    const rows = partner === undefined ? service : [partner, ...service]
    const carried = rows.filter(({ origin }) => origin === 'carried').length
    const isOneSided = partner === undefined || service.length === 0
    if (isOneSided && status !== '00') this.#addOneSided(rows)
    if (carried === rows.length && isOneSided) {
      this.#carried.open += carried
      this.sums.add(transaction, 'carried')
      return
    }
    if (!isOneSided) this.#carried.closed += carried + replaced.length
    this.counts[status] += 1
    if (status === '00') {
      if (isOneSided) this.oneSidedWithoutSuccess += rows.length
      return
    }
    this.differingRows += rows.length
    if (isOneSided) {
      this.oneSidedRows += rows.length
      this.#carried.added += rows.length - carried
    }
    this.#addDay(status, rows)
    this.sums.add(transaction, 'file')
    const store = this.#store
    if (store !== undefined && !rows.some((row) => isOf(store, row))) return
    if (this.differences.length < maxDifferences) this.differences.push(difference(transaction))
  }

  /** Differing transactions by their day; days beyond 400 are left out. */
  days(): DayCount[] {
    return [...this.#days]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, counts]) => ({ day, counts }))
  }

  /** @param day of the run as YYYY-MM-DD; the last day of any one-sided row when left out */
  carried(day: string | undefined): CarriedCounts {
    const last = day ?? [...this.#ages.keys()].sort().at(-1)
    const ages = [...this.#ages]
      .map(([from, rows]) => ({
        days: last === undefined ? 0 : isoDayNumber(last) - isoDayNumber(from),
        rows,
      }))
      .sort((one, other) => one.days - other.days)
    return { ...this.#carried, ages }
  }

  #addOneSided(rows: readonly Row[]): void {
    for (const { shared } of rows) {
      const day = isoDay(shared.date)
      if (this.#ages.size < maxDays || this.#ages.has(day)) {
        this.#ages.set(day, (this.#ages.get(day) ?? 0) + 1)
      }
    }
  }

  #addDay(status: '01' | '02' | '03', [row]: readonly Row[]): void {
    const day = isoDay(row?.shared.date ?? '')
    const counts = this.#days.get(day) ?? { '01': 0, '02': 0, '03': 0 }
    counts[status] += 1
    if (this.#days.size < maxDays || this.#days.has(day)) this.#days.set(day, counts)
  }
}

function difference({ status, differs, partner, service }: Transaction): Difference {
  const [main] = service
  const row = partner ?? main
  return {
    status,
    walletCode: row?.shared.walletCode ?? '',
    invoiceCode: row?.shared.invoiceCode ?? '',
    type: row?.type ?? '1',
    day: isoDay(row?.shared.date ?? ''),
    differs,
    partnerAmount: amountText(partner),
    serviceAmount: service.length > 0 ? service.map(amountText).join(' + ') : undefined,
    mid: row?.shared.mid ?? '',
    tid: row?.shared.tid ?? '',
    partnerLine: partner?.line,
    serviceLine: main?.line,
  }
}
