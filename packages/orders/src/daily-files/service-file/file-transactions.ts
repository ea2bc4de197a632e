import { amountParts, readRows, serviceLayout } from '@merchant-edge/reconcile/files'
import { hasRightChecksum, type RowForm } from './read-result-file.ts'

/** A transaction of the service file: one row for its money, one for its points. */
export interface FileTransaction {
  readonly invoiceCode: string
  readonly walletCode: string
  /** Transaction id of the service. */
  readonly serviceCode: string
  readonly type: '1' | '-1'
  /** Whether all its rows are successes. */
  isSuccess: boolean
  /** Whether all its rows are failures. */
  isFailure: boolean
  /** Whether all its rows say that the customer's money is held. */
  isHeld: boolean
  /** Whole VND and whole points; NaN when a row has a fraction or no amount. */
  vnd: number
  points: number
  /** As the file writes them: `DD/MM/YYYY`, and `HH:mm:ss` or nothing. */
  readonly date: string
  readonly time: string
}

const partsOfUnit = 10_000n
const columnOf = (name: string): number =>
  serviceLayout.columns.findIndex((column) => column.name === name)
const columns = {
  invoiceCode: columnOf('invoiceCode'),
  walletCode: columnOf('walletCode'),
  amount: columnOf('amount'),
  currency: columnOf('currency'),
  date: columnOf('date'),
  time: columnOf('time'),
  serviceCode: columnOf('serviceCode'),
  status: columnOf('serviceStatus'),
  type: columnOf('type'),
}

function wholeUnits(text: string): number {
  const parts = amountParts(text)
  if (parts === undefined || parts % partsOfUnit !== 0n) return Number.NaN
  const units = Number(parts / partsOfUnit)
  return Number.isSafeInteger(units) ? units : Number.NaN
}

function transactionOf(values: readonly string[]): FileTransaction {
  const at = (column: keyof typeof columns): string => values[columns[column]] ?? ''
  return {
    invoiceCode: at('invoiceCode'),
    walletCode: at('walletCode'),
    serviceCode: at('serviceCode'),
    // An empty type is read as a payment. Assumes G-87.
    type: at('type') === '-1' ? '-1' : '1',
    isSuccess: true,
    isFailure: true,
    isHeld: true,
    vnd: 0,
    points: 0,
    date: at('date'),
    time: at('time'),
  }
}

function isOf(transaction: FileTransaction, row: FileTransaction): boolean {
  return (
    transaction.invoiceCode === row.invoiceCode &&
    transaction.walletCode === row.walletCode &&
    transaction.serviceCode === row.serviceCode &&
    transaction.type === row.type
  )
}

/** A text that tells a transaction of a file from all others, also from those of the same invoice code. */
export function keyOfTransaction(transaction: FileTransaction): string {
  const { invoiceCode, walletCode, serviceCode, type } = transaction
  return JSON.stringify([invoiceCode, walletCode, serviceCode, type])
}

function addRow(transaction: FileTransaction, values: readonly string[]): void {
  const amount = wholeUnits(values[columns.amount] ?? '')
  const isPoints = values[columns.currency] === 'POINT'
  if (isPoints) transaction.points += amount
  else transaction.vnd += amount
  if (values[columns.status] !== '0') transaction.isSuccess = false
  if (values[columns.status] !== '-1') transaction.isFailure = false
  if (values[columns.status] !== '1') transaction.isHeld = false
}

/**
 * Reads the transactions of a file in the layout of the service file. Malformed rows and rows with
 * a wrong checksum are skipped.
 *
 * @param wanted invoice codes to look for, in any order of rows; without it all transactions are
 *   read, and the rows of one transaction must be adjacent
 */
export async function* fileTransactions(
  stream: ReadableStream<Uint8Array>,
  { form, wanted }: { readonly form: RowForm; readonly wanted?: ReadonlySet<string> },
): AsyncGenerator<FileTransaction, void, void> {
  const open: FileTransaction[] = []
  for await (const row of readRows(stream, serviceLayout.columns.length)) {
    if (row.broken !== undefined) continue
    const { values } = row
    if (wanted !== undefined && !wanted.has(values[columns.invoiceCode] ?? '')) continue
    if (!hasRightChecksum(row, form)) continue
    const found = transactionOf(values)
    let transaction = open.find((one) => isOf(one, found))
    if (transaction === undefined) {
      if (wanted === undefined) yield* open.splice(0)
      transaction = found
      open.push(transaction)
    }
    addRow(transaction, values)
  }
  yield* open
}
