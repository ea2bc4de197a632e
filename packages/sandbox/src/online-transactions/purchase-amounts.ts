import { RefusalError } from '../requests/refusal-error.ts'

/** The amounts of a purchase as the request writes them. */
export interface AmountFields {
  /** Wallet money in VND, as text. */
  readonly amount: string
  /** The bill in VND, as text. */
  readonly bill_amount: string
  readonly payment_request_list?:
    | readonly { readonly method: string; readonly amount: string }[]
    | undefined
}

/** The amounts of a purchase. */
export interface PurchaseAmounts {
  /** Wallet money. */
  readonly vnd: number
  readonly points: number
  readonly billVnd: number
}

function invalid(message: string): RefusalError {
  return new RefusalError(4000001, message)
}

/** The amount of the one item with a method; `undefined` when there is none. */
function amountOf(fields: AmountFields, method: string): number | undefined {
  const items = (fields.payment_request_list ?? []).filter((item) => item.method === method)
  if (items.length > 1) throw invalid(`payment_request_list: must have one ${method} item at most`)
  const [item] = items
  return item && Number(item.amount)
}

/**
 * Reads the amounts of a purchase. Money is `amount`, which a WALLET item may repeat; points are the
 * POINT item; both together must be worth the bill.
 *
 * Assumes G-06 and G-51.
 *
 * @throws RefusalError 4000001 when they do not fit
 */
export function purchaseAmounts(fields: AmountFields, pointValueVnd: number): PurchaseAmounts {
  const unknown = fields.payment_request_list?.find(
    ({ method }) => method !== 'WALLET' && method !== 'POINT',
  )
  if (unknown !== undefined) {
    throw invalid('payment_request_list: the method of an item must be WALLET or POINT')
  }
  const vnd = Number(fields.amount)
  const billVnd = Number(fields.bill_amount)
  const walletVnd = amountOf(fields, 'WALLET')
  const points = amountOf(fields, 'POINT') ?? 0
  if (walletVnd !== undefined && walletVnd !== vnd) {
    throw invalid(`payment_request_list: the WALLET item has ${walletVnd} VND, amount has ${vnd}`)
  }
  const worthVnd = vnd + points * pointValueVnd
  if (worthVnd !== billVnd) {
    throw invalid(
      `bill_amount: ${vnd} VND and ${points} points of ${pointValueVnd} VND are worth ${worthVnd}, the bill is ${billVnd}`,
    )
  }
  return { vnd, points, billVnd }
}
