import type { LedgerTransaction } from './ledger-transactions.ts'
import { fileDateTime } from './vietnam-day.ts'

/** Values of a row of the service file, all but its checksum. @see Specification 2.18 */
export type ServiceRowValues = readonly string[]

const midChars = 15
const tidChars = 16
const descriptionChars = 1000

const statuses = { payment: '0', refund: '0', held: '1', released: '-1' } as const

/** A code that does not fit its column is left out: half of a code would name another place. */
function fitting(code: string | null, mostChars: number): string {
  return code === null || code.length > mostChars ? '' : code
}

function descriptionOf(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what the files may not hold
  const printable = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')
  return Array.from(printable.toWellFormed()).slice(0, descriptionChars).join('')
}

/**
 * The rows of a transaction in the service file: one for its money and one for its points.
 *
 * The wallet transaction code is the id that the merchant was given: transaction_id for an order,
 * transaction_wallet_number for a purchase from a linked wallet, refund_transaction_wallet_id for a
 * refund. The amount is what the merchant sold for; the discount says how much of it the operator paid.
 * The sandbox takes no fee and no tax. Assumes G-25 and G-99.
 *
 * @see Specification 2.18
 */
export function serviceRows(transaction: LedgerTransaction): readonly ServiceRowValues[] {
  const { vnd, points, discountVnd } = transaction
  const { date, time } = fileDateTime(transaction.at)
  const amounts = [
    { amount: vnd, currency: 'VND', discount: discountVnd },
    { amount: points, currency: 'POINT', discount: 0 },
  ]
  return amounts
    .filter(({ amount }) => amount > 0)
    .map(({ amount, currency, discount }) => [
      transaction.invoiceCode,
      transaction.walletCode,
      String(amount),
      currency,
      '0',
      '0',
      String(discount),
      transaction.merchantCode,
      fitting(transaction.storeCode, midChars),
      fitting(transaction.posCode, tidChars),
      date,
      time,
      descriptionOf(transaction.description),
      transaction.serviceCode,
      statuses[transaction.kind],
      transaction.kind === 'refund' ? '-1' : '1',
    ])
}
