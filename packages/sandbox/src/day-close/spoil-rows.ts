import * as v from 'valibot'
import type { ChecksumProfile } from '@merchant-edge/reconcile'
import { formatRow } from '@merchant-edge/reconcile/files'
import type { ServiceRowValues } from './service-rows.ts'

const row = v.union(
  [v.pipe(v.number(), v.safeInteger(), v.minValue(1)), v.pipe(v.string(), v.minLength(1))],
  'must be the number of a row, from 1, or a wallet transaction code',
)
const rows = v.optional(v.pipe(v.array(row), v.maxLength(100)), [])

/**
 * Deliberate errors of a service file. A row is selected by its number in the correct file, from 1,
 * or by its wallet transaction code, which selects the VND and the POINT row of a payment. The
 * result file is always written from the ledger.
 */
export const closeSwitches = v.strictObject({
  /** Rows that are left out. */
  lose: rows,
  /** Rows that are written twice. */
  double: rows,
  /**
   * Rows whose amount is changed by this difference, in VND or points; a negative result is written
   * as 0.
   */
  changeAmount: v.optional(
    v.pipe(
      v.array(v.strictObject({ row, by: v.pipe(v.number(), v.safeInteger()) })),
      v.maxLength(100),
    ),
    [],
  ),
  /** Rows whose checksum is wrong. */
  wrongChecksum: rows,
  /** Rows that are written to the file of the next day instead, with their own date. */
  late: rows,
})

/** Deliberate errors of a service file. */
export interface CloseSwitches extends v.InferOutput<typeof closeSwitches> {}

/** Deliberate errors of a service file; none where a field is left out. */
export interface CloseSwitchesInput extends v.InferInput<typeof closeSwitches> {}

/** Switches of a service file without errors. */
export const closeWithoutFaults: CloseSwitches = v.parse(closeSwitches, {})

/** A row of a service file that was changed, left out or moved on purpose. */
export const spoiledRow = v.object({
  what: v.picklist(['lost', 'doubled', 'changed-amount', 'wrong-checksum', 'late', 'came-late']),
  walletCode: v.string(),
  currency: v.string(),
})

/**
 * A row of a service file that was changed, left out or moved on purpose; `came-late` is a row of
 * an earlier day.
 */
export interface SpoiledRow extends v.InferOutput<typeof spoiledRow> {}

const walletCode = 1
const amount = 2
const currency = 3
/** Maximum number of late rows of one day. */
const maxLateRows = 1000

/** Columns, checksum and format of the rows. */
export interface RowForm {
  readonly profile: ChecksumProfile
  readonly key: string
}

type RowName = CloseSwitches['lose'][number]

/** Writes the rows of a service file with the errors set by the switches. */
export class RowSpoiler {
  readonly #switches: CloseSwitches
  readonly #form: RowForm
  readonly #spoiled: SpoiledRow[] = []
  readonly #lateRows: ServiceRowValues[] = []
  #number = 0
  #written = 0

  constructor(switches: CloseSwitches, form: RowForm) {
    this.#switches = switches
    this.#form = form
  }

  /** Number of rows written. */
  get written(): number {
    return this.#written
  }

  /** Rows that were changed on purpose. */
  get spoiled(): readonly SpoiledRow[] {
    return this.#spoiled
  }

  /** Rows for the next file. */
  get lateRows(): readonly ServiceRowValues[] {
    return this.#lateRows
  }

  /** The text of a row that an earlier day left out. */
  lateText(values: ServiceRowValues): string {
    this.#note('came-late', values)
    this.#written += 1
    return formatRow(values, this.#form)
  }

  /** The text of a row of the day: empty, the row, or the row twice. */
  text(values: ServiceRowValues): string {
    this.#number += 1
    const { lose, late, double, changeAmount, wrongChecksum } = this.#switches
    const isNamed = (names: readonly RowName[]) => this.#isNamed(names, values)
    if (isNamed(lose)) {
      this.#note('lost', values)
      return ''
    }
    if (isNamed(late) && this.#lateRows.length < maxLateRows) {
      this.#note('late', values)
      this.#lateRows.push(values)
      return ''
    }
    const change = changeAmount.find(({ row }) => isNamed([row]))
    if (change !== undefined) this.#note('changed-amount', values)
    const written = change === undefined ? values : changedAmount(values, change.by)
    let line = formatRow(written, this.#form)
    if (isNamed(wrongChecksum)) {
      this.#note('wrong-checksum', values)
      line = withWrongChecksum(line)
    }
    this.#written += 1
    if (!isNamed(double)) return line
    this.#note('doubled', values)
    this.#written += 1
    return line + line
  }

  #isNamed(names: readonly RowName[], values: ServiceRowValues): boolean {
    return names.some((name) => name === this.#number || name === values[walletCode])
  }

  #note(what: SpoiledRow['what'], values: ServiceRowValues): void {
    if (this.#spoiled.length >= maxLateRows) return
    this.#spoiled.push({
      what,
      walletCode: values[walletCode] ?? '',
      currency: values[currency] ?? '',
    })
  }
}

function changedAmount(values: ServiceRowValues, by: number): ServiceRowValues {
  return values.with(amount, String(Math.max(0, Number(values[amount]) + by)))
}

/** Changes the last hex digit of the checksum, which is directly before the line ending. */
function withWrongChecksum(line: string): string {
  const last = line.length - 3
  const digit = Number.parseInt(line[last] ?? '0', 16)
  return `${line.slice(0, last)}${(digit ^ 1).toString(16)}\r\n`
}
