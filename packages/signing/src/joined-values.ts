import { checkArguments, checkOptions } from './check-options.ts'
import { joinParts } from './signed-text.ts'

/**
 * The text that the signature of a payment callback covers: `pay_status;transaction_id;order_id`.
 *
 * @throws TypeError naming a field that contains `;`
 * @see Specification 5.4
 */
export function callbackSignedText(callback: {
  readonly pay_status: string
  readonly transaction_id: string
  readonly order_id: string
}): string {
  checkArguments('callbackSignedText', { callback })
  return joinParts(';', [['pay_status'], ['transaction_id'], ['order_id']], callback)
}

/**
 * The text signed for link-wallet and for check-status-link-wallet:
 * `partner_user_id|partner_code|callback_url`.
 *
 * Assumes G-05: the request of check-status-link-wallet has neither `partner_user_id` nor
 * `callback_url`; the caller supplies the values of the link-wallet call that it asks about.
 *
 * @throws TypeError naming a field before `callback_url` that contains `|`
 * @see Specification 5.3
 */
export function linkWalletSignedText(request: {
  readonly partner_user_id: string
  readonly partner_code: string
  readonly callback_url: string
}): string {
  checkArguments('linkWalletSignedText', { request })
  return `${joinParts('|', [['partner_user_id'], ['partner_code']], request)}|${request.callback_url}`
}

/** The fields of an online transaction that its signature covers. */
export interface OnlineTransactionFields {
  readonly user_token: string
  readonly merchant_code: string
  /** Store code. */
  readonly merchant_id: string
  /** POS code. */
  readonly terminal_id: string
  readonly invoice_no: string
  /** Signed as `order_create_at`. Assumes G-05: the same value. */
  readonly order_created_at: number | string
  /** Original bill in VND. */
  readonly bill_amount: string
  /** Amount in VND. */
  readonly amount: string
  /** Open objects; points are the `amount` of the item whose `method` is `POINT`. Assumes G-06. */
  readonly payment_request_list?: readonly object[] | undefined
}

/** How a service writes values in a signed text that are not in the request. */
export interface SignedTextOptions {
  /**
   * "Amount in points" of a payment without points: nothing when left out, or `0`. Assumes G-05.
   */
  readonly noPoints?: '' | '0' | undefined
  /** `method` of the item that pays with points; `POINT` when left out. Assumes G-06. */
  readonly pointMethod?: string | undefined
}

function pointsOf(
  items: readonly object[],
  { noPoints = '', pointMethod = 'POINT' }: SignedTextOptions,
): string {
  const [first, second] = items.map(Object).filter(({ method }) => method === pointMethod)
  if (second !== undefined)
    throw new TypeError(`payment_request_list must have one ${pointMethod} item at most`)
  if (first === undefined) return noPoints
  const points = String(first.amount)
  if (/^\d+(\.\d+)?$/.test(points)) return points
  throw new TypeError(`payment_request_list must say how many points its ${pointMethod} item pays`)
}

/**
 * The text signed for online-transactions: `user_token|merchant_code|merchant_id|terminal_id|`
 * `invoice_no|order_create_at|bill_amount|amount in VND|amount in points`.
 *
 * Assumes G-05: no request field is named "amount in points"; it is read from the
 * payment_request_list, and is `noPoints` when no item of it pays with points.
 *
 * @throws TypeError naming a field that contains `|`, or a list whose points are not a number
 * @see Specification 5.3
 */
export function onlineTransactionSignedText(
  request: OnlineTransactionFields,
  options: SignedTextOptions = {},
): string {
  checkArguments('onlineTransactionSignedText', { request, options })
  checkOptions('onlineTransactionSignedText', options, {
    noPoints: ['', '0'],
    pointMethod: 'string',
  })
  const head = joinParts(
    '|',
    [
      ['user_token'],
      ['merchant_code'],
      ['merchant_id'],
      ['terminal_id'],
      ['invoice_no'],
      ['order_created_at'],
      ['bill_amount'],
      ['amount'],
    ],
    request,
  )
  return `${head}|${pointsOf(request.payment_request_list ?? [], options)}`
}

/**
 * The text signed for online-transactions-confirm:
 * `user_token|transaction_id|transaction_reference_id`.
 *
 * Assumes G-05: `transaction_reference_id` is the request's `transaction_reference_number`.
 *
 * @throws TypeError naming a field that contains `|`
 * @see Specification 5.3
 */
export function confirmOnlineTransactionSignedText(request: {
  readonly user_token: string
  readonly transaction_id: string
  readonly transaction_reference_number: string
}): string {
  checkArguments('confirmOnlineTransactionSignedText', { request })
  return joinParts(
    '|',
    [['user_token'], ['transaction_id'], ['transaction_reference_number']],
    request,
  )
}

/**
 * The text signed for confirmOrder: `invoice_no|partner_code|order_status`.
 *
 * @throws TypeError naming a field that contains `|`
 * @see Specification 5.3
 */
export function confirmOrderSignedText(request: {
  readonly invoice_no: string
  readonly partner_code: string
  readonly order_status: string
}): string {
  checkArguments('confirmOrderSignedText', { request })
  return joinParts('|', [['invoice_no'], ['partner_code'], ['order_status']], request)
}

/**
 * The text signed for unlink-wallet: `user_token|partner_code`.
 *
 * @throws TypeError naming a field that contains `|`
 * @see Specification 5.3
 */
export function unlinkWalletSignedText(request: {
  readonly user_token: string
  readonly partner_code: string
}): string {
  checkArguments('unlinkWalletSignedText', { request })
  return joinParts('|', [['user_token'], ['partner_code']], request)
}
