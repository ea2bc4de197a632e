import { clockOfTime, readTypedNumber } from '@merchant-edge/pages'
import type { BillOrder } from '../checkout/bill-order.ts'

/** Fewer characters are the end of too many bills. */
const minEndChars = 4

/**
 * The bills that a cashier means by an amount, a time (`14:05`, `14:`), or the last characters, at
 * least four, of a bill or of a transaction, as they stand on a receipt or on the customer's phone.
 * All bills for an empty text.
 */
export function findBills(bills: readonly BillOrder[], typed: string): readonly BillOrder[] {
  const text = typed.replaceAll(/\s/g, '').toLowerCase()
  if (text === '') return bills
  const amountVnd = readTypedNumber(typed)
  const isTime = /^\d{1,2}:\d{0,2}$/.test(text)
  const time = text.indexOf(':') === 1 ? `0${text}` : text
  return bills.filter(({ id, amountVnd: price, createdAt, payment }) => {
    if (price === amountVnd) return true
    const times = [createdAt, ...(payment === undefined ? [] : [payment.confirmedAt])]
    if (isTime) return times.some((at) => clockOfTime(at).startsWith(time))
    const names = [id, payment?.transactionId ?? '', payment?.serviceOrderId ?? '']
    return text.length >= minEndChars && names.some((name) => name.toLowerCase().endsWith(text))
  })
}
