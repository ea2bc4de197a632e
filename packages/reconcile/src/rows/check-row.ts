import { maxRecordBytes } from '../csv/scan-record.ts'
import type { RecordBatch } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/fields.ts'
import type { Column, InputLayout } from '../layouts.ts'
import {
  type ColumnProblem,
  type TextForm,
  checkDate,
  checkPlainText,
  checkText,
  checkTime,
  columnProblem,
} from './check-values.ts'
import { type Decimal, createDecimal, readDecimal } from './amounts.ts'

const quote = 34
const checksumDigits = 32

/** What a row says in the columns that are counted and compared by meaning. */
export interface RowValues {
  /** Amount, fee, tax and discount. */
  readonly amounts: readonly [Decimal, Decimal, Decimal, Decimal]
  /** 0 is VND, 1 is POINT. */
  currency: number
  /** 0 is success, 1 is pending (partner) or held (service), 2 is failed. */
  status: number
  /** 0 is a payment, 1 is a refund. */
  type: number
}

interface Field {
  bytes: Uint8Array
  start: number
  end: number
}

/** What is checked in a column, as {@link RowCheck} needs it. */
interface ColumnForm {
  readonly kind: Column['kind']
  readonly required: boolean
  /** Of a text. */
  readonly text: TextForm | undefined
  /** Of an amount: where it is kept. */
  readonly amount: Decimal
  /** Of a list: what is taken. */
  readonly values: readonly Uint8Array[]
}

const encoder = new TextEncoder()

/** Which of the listed values a field is; -1 when it is none of them. */
function indexInList(values: readonly Uint8Array[], { bytes, start, end }: Field): number {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (value === undefined || value.length !== end - start) continue
    let same = 0
    while (same < value.length && value[same] === bytes[start + same]) same += 1
    if (same === value.length) return index
  }
  return -1
}

/** Checks every column of rows against the layout, and reads what is counted. */
export class RowCheck {
  readonly values: RowValues = {
    amounts: [createDecimal(), createDecimal(), createDecimal(), createDecimal()],
    currency: 0,
    status: 0,
    type: 0,
  }
  /** The column with the problem that {@link check} found. */
  column = 0
  readonly #forms: readonly ColumnForm[]
  readonly #scratch = new Uint8Array(maxRecordBytes)
  readonly #field: Field = { bytes: this.#scratch, start: 0, end: 0 }

  constructor(layout: InputLayout) {
    let amounts = 0
    this.#forms = layout.columns.map((column) => {
      const { kind, required, values = [] } = column
      const isAmount = kind === 'amount' || kind === 'signed-amount'
      const amount = (isAmount ? this.values.amounts[amounts++] : undefined) ?? createDecimal()
      const listed = values.map((value) => encoder.encode(value))
      return { kind, required, text: textForm(column), amount, values: listed }
    })
  }

  /** @returns the first problem of a record that is well-formed CSV with the right columns */
  check(batch: RecordBatch, record: number): ColumnProblem {
    const { bytes, separators, columns } = batch
    const firstQuote = batch.firstQuotes[record] ?? 0
    const plainEnd = Math.min(firstQuote, batch.firstOdds[record] ?? 0)
    const firstSeparator = record * (columns - 1)
    const field = this.#field
    let start = batch.starts[record] ?? 0
    for (let column = 0; column < columns; column += 1) {
      const isLast = column === columns - 1
      const end = (isLast ? batch.ends[record] : separators[firstSeparator + column]) ?? 0
      const form = this.#forms[column]
      if (form === undefined) break
      field.bytes = bytes
      field.start = start
      field.end = end
      let problem: ColumnProblem
      if (form.text !== undefined) {
        problem =
          end <= plainEnd ? checkPlainText(form.text, end - start) : checkText(form.text, field)
      } else {
        if (start >= firstQuote && bytes[start] === quote) {
          field.end = unquoteBytes(field, this.#scratch, 0)
          field.start = 0
          field.bytes = this.#scratch
        }
        problem = this.#checkValue(form, field)
      }
      if (problem !== columnProblem.none) {
        this.column = column
        return problem
      }
      start = end + 1
    }
    return columnProblem.none
  }

  #checkValue({ kind, required, amount, values }: ColumnForm, field: Field): ColumnProblem {
    const { bytes, start, end } = field
    if (kind === 'amount' || kind === 'signed-amount') {
      if (start === end) return columnProblem.missing
      return readDecimal(amount, field, kind === 'signed-amount')
    }
    if (kind === 'date') return checkDate(bytes, start, end)
    if (kind === 'time') return checkTime(bytes, start, end)
    if (kind === 'checksum') {
      return end - start === checksumDigits ? columnProblem.none : columnProblem.notHex
    }
    const index = start === end ? 0 : indexInList(values, field)
    if (index < 0) return columnProblem.notListed
    this.#keep(kind, index)
    return start === end && required ? columnProblem.missing : columnProblem.none
  }

  #keep(kind: Column['kind'], index: number): void {
    if (kind === 'currency') this.values.currency = index
    else if (kind === 'type') this.values.type = index
    else this.values.status = index
  }
}

/** Which texts a column takes; undefined when it is no text. Assumes G-92. */
function textForm({ kind, required, maxChars = Number.POSITIVE_INFINITY }: Column) {
  const isText = kind === 'text' || kind === 'free-text'
  return isText ? { required, maxChars, isFree: kind === 'free-text' } : undefined
}
