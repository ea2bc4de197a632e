import { md5HexDigits } from '../checksum/md5.ts'
import { maxRecordBytes } from '../csv/record-limit.ts'
import type { RecordBatch } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/fields.ts'
import type { Column, InputLayout } from '../layouts.ts'
import {
  type ColumnProblem,
  type TextRule,
  checkDate,
  checkPlainText,
  checkText,
  checkTime,
  columnProblem,
} from './check-values.ts'
import { type Decimal, createDecimal, readDecimal, readUnsignedDecimal } from './amounts.ts'
import { quote } from '../csv/character-codes.ts'

/** The values of a row that are added up, or compared by their meaning and not by their bytes. */
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

/** What is checked in a column. */
interface ColumnRule {
  readonly kind: Column['kind']
  readonly required: boolean
  /** Of a text column; undefined otherwise. */
  readonly text: TextRule | undefined
  /** Of an amount column: where the amount is written. */
  readonly amount: Decimal
  /** Of a column with listed values: the values. */
  readonly values: readonly Uint8Array[]
}

const encoder = new TextEncoder()

/** Index of a field in the listed values; -1 when it is none of them. */
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

/** Checks every column of a row against the layout, and reads the values that are added up. */
export class RowCheck {
  readonly values: RowValues = {
    amounts: [createDecimal(), createDecimal(), createDecimal(), createDecimal()],
    currency: 0,
    status: 0,
    type: 0,
  }
  /** Index of the column with the problem that {@link check} found. */
  column = 0
  readonly #forms: readonly ColumnRule[]
  readonly #scratch = new Uint8Array(maxRecordBytes)
  readonly #field: Field = { bytes: this.#scratch, start: 0, end: 0 }

  constructor(layout: InputLayout) {
    let amounts = 0
    this.#forms = layout.columns.map((column) => {
      const { kind, required, values = [] } = column
      const isAmount = kind === 'amount' || kind === 'signed-amount'
      const amount = (isAmount ? this.values.amounts[amounts++] : undefined) ?? createDecimal()
      const listed = values.map((value) => encoder.encode(value))
      return { kind, required, text: textRule(column), amount, values: listed }
    })
  }

  /** @returns the first problem of a well-formed record with the right number of columns */
  check(batch: RecordBatch, record: number): ColumnProblem {
    const { bytes, separators, columns } = batch
    const firstQuote = batch.firstQuotes[record] ?? 0
    const plainEnd = Math.min(firstQuote, batch.firstUnprintables[record] ?? 0)
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

  #checkValue({ kind, required, amount, values }: ColumnRule, field: Field): ColumnProblem {
    const { bytes, start, end } = field
    if (kind === 'amount' || kind === 'signed-amount') {
      if (start === end) return columnProblem.missing
      return kind === 'amount' ? readUnsignedDecimal(amount, field) : readDecimal(amount, field)
    }
    if (kind === 'date') return checkDate(bytes, start, end)
    if (kind === 'time') return checkTime(bytes, start, end)
    if (kind === 'checksum') {
      return end - start === md5HexDigits ? columnProblem.none : columnProblem.notHex
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

/** Which texts a column accepts; undefined when it is not a text column. Assumes G-92. */
function textRule({ kind, required, maxChars = Number.POSITIVE_INFINITY }: Column) {
  const isText = kind === 'text' || kind === 'free-text'
  return isText ? { required, maxChars, isFree: kind === 'free-text' } : undefined
}
