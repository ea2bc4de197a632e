import type { RecordBatch } from '../csv/record-batch.ts'
import { maxRecordBytes } from '../csv/record-indexer.ts'
import { unquoteBytes } from '../csv/unquote-bytes.ts'
import type { Column } from '../layouts/column.ts'
import type { InputLayout } from '../layouts/layout.ts'
import { checkDate, checkTime } from './check-date.ts'
import { createTextCheck } from './check-text.ts'
import { columnProblem, type ColumnProblem } from './column-problem.ts'
import { createDecimal, readDecimal, type Decimal } from './decimal.ts'

const quote = 34
const checksumDigits = 32

type ColumnCheck = (bytes: Uint8Array, start: number, end: number) => ColumnProblem

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

interface AmountField {
  bytes: Uint8Array
  start: number
  end: number
}

const encoder = new TextEncoder()

/** Takes only the listed values, and keeps the number of the one that it finds. */
function createListCheck(column: Column, keep: (index: number) => void): ColumnCheck {
  const values = (column.values ?? []).map((value) => encoder.encode(value))
  return (bytes, start, end) => {
    if (start === end) {
      keep(0)
      return column.required ? columnProblem.missing : columnProblem.none
    }
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (value === undefined || value.length !== end - start) continue
      let same = 0
      while (same < value.length && value[same] === bytes[start + same]) same += 1
      if (same === value.length) {
        keep(index)
        return columnProblem.none
      }
    }
    return columnProblem.notListed
  }
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
  readonly #checks: readonly ColumnCheck[]
  readonly #scratch = new Uint8Array(maxRecordBytes)

  constructor(layout: InputLayout) {
    let amounts = 0
    this.#checks = layout.columns.map((column) => {
      const isAmount = column.kind === 'amount' || column.kind === 'signed-amount'
      return isAmount ? this.#amountCheck(column, amounts++) : this.#columnCheck(column)
    })
  }

  /** @returns the first problem of a record that is well-formed CSV with the right columns */
  check(batch: RecordBatch, record: number): ColumnProblem {
    const { bytes, separators, columns } = batch
    const firstQuote = batch.firstQuotes[record] ?? 0
    const firstSeparator = record * (columns - 1)
    let start = batch.starts[record] ?? 0
    for (let column = 0; column < columns; column += 1) {
      const isLast = column === columns - 1
      const end = (isLast ? batch.ends[record] : separators[firstSeparator + column]) ?? 0
      const columnCheck = this.#checks[column]
      if (columnCheck === undefined) break
      let problem: ColumnProblem
      if (start >= firstQuote && bytes[start] === quote) {
        const length = unquoteBytes({ bytes, start, end }, this.#scratch, 0)
        problem = columnCheck(this.#scratch, 0, length)
      } else {
        problem = columnCheck(bytes, start, end)
      }
      if (problem !== columnProblem.none) {
        this.column = column
        return problem
      }
      start = end + 1
    }
    return columnProblem.none
  }

  #amountCheck({ kind }: Column, index: number): ColumnCheck {
    const decimal = this.values.amounts[index] ?? createDecimal()
    const field: AmountField = { bytes: this.#scratch, start: 0, end: 0 }
    const isSigned = kind === 'signed-amount'
    return (bytes, start, end) => {
      if (start === end) return columnProblem.missing
      field.bytes = bytes
      field.start = start
      field.end = end
      return readDecimal(decimal, field, isSigned)
    }
  }

  #columnCheck(column: Column): ColumnCheck {
    const { values } = this
    const { kind, required, maxChars = Number.POSITIVE_INFINITY } = column
    if (kind === 'currency') return createListCheck(column, (index) => (values.currency = index))
    if (kind === 'partner-status' || kind === 'service-status') {
      return createListCheck(column, (index) => (values.status = index))
    }
    if (kind === 'type') return createListCheck(column, (index) => (values.type = index))
    if (kind === 'date') return checkDate
    if (kind === 'time') return checkTime
    if (kind === 'checksum') return checkHexLength
    return createTextCheck({ required, maxChars, isFree: kind === 'free-text' })
  }
}

function checkHexLength(_bytes: Uint8Array, start: number, end: number): ColumnProblem {
  return end - start === checksumDigits ? columnProblem.none : columnProblem.notHex
}
