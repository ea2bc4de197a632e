import type { OrderRow } from '../orders/orders.ts'

/** The parameters of a payment callback, in the order of the specification. */
export interface CallbackParameters {
  readonly order_id: string
  readonly pay_status: string
  readonly transaction_id: string
  readonly signature: string
  readonly extra_data: string
  readonly total_discount: string
  readonly user_id: string
  readonly point_amount: string
  readonly vnd_amount: string
}

/** The unsigned parameters that belong to a paid order. @see Specification 6.1 */
export function unsignedFieldsOf(
  row: OrderRow,
): Omit<CallbackParameters, 'order_id' | 'pay_status' | 'transaction_id' | 'signature'> {
  return {
    extra_data: row.extraData,
    total_discount: String(row.discountVnd),
    user_id: row.walletId ?? '',
    point_amount: String(row.paidPoints),
    vnd_amount: String(row.paidVnd),
  }
}

/**
 * Adds the parameters to the address that the merchant gave.
 *
 * @param unescapedPlus leaves each `+` of the signature as it is
 */
export function callbackUrl(
  address: string,
  parameters: CallbackParameters,
  unescapedPlus: boolean,
): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => {
      const escaped = encodeURIComponent(String(value))
      const isPlain = unescapedPlus && name === 'signature'
      return `${name}=${isPlain ? escaped.replaceAll('%2B', '+') : escaped}`
    })
    .join('&')
  const [base = '', fragment] = address.split('#')
  const separator = base.includes('?') ? '&' : '?'
  return `${base}${separator}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
