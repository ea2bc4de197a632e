import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, merchantChosenId, OpenId } from '../fields/ids.ts'
import { PhoneNumber } from '../fields/phone.ts'
import { NoData } from '../fields/received.ts'
import * as limits from '../limits.ts'
import {
  fitsReceipt,
  hasReceiptInfo,
  ReceiptInfo,
  receiptInfoRule,
  receiptPointsRule,
  TopUpPoints,
} from './top-up-fields.ts'
import { topUpRefusals, type TopUpRefusals } from './top-up-refusals.ts'

const request = v.pipe(
  v.object({
    /** Phone number of the member, 10 or 11 digits. */
    phone_number: PhoneNumber,
    /** Code of the store, issued by the service. */
    store_code: IssuedCode,
    /** POS code of the terminal, issued by the service. */
    pos_code: IssuedCode,
    /** Points, 50 to 20,000,000; below 20,000 with a receipt. */
    point_amount: TopUpPoints,
    /** The merchant's own id of the invoice. */
    order_id: v.optional(OpenId),
    /**
     * The merchant's own id of the top-up: the store code and a suffix, at most 23 characters,
     * unique.
     */
    txn_id: merchantChosenId(limits.txnIdChars),
    /** Whether a receipt is sent; not when left out. */
    send_receipt: v.optional(v.boolean('must be true or false')),
    /** Recipient of the receipt; required with `send_receipt`. */
    receipt_info: v.optional(ReceiptInfo),
  }),
  v.check(
    ({ txn_id, store_code }) => txn_id.startsWith(store_code) && txn_id !== store_code,
    'must have a txn_id that begins with store_code and has a suffix',
  ),
  v.check((fields) => hasReceiptInfo(fields), receiptInfoRule),
  v.check((fields) => fitsReceipt(fields), receiptPointsRule),
)

type RequestFields = v.InferOutput<typeof request>
/** Points for the member who has a phone number. */
export interface TopUpPointsRequest extends RequestFields {}
/** Data of an accepted `topUpPoints`, by success code. */
export interface TopUpPointsSuccess {
  200: undefined
}

/** Tops up loyalty points to a phone number. */
export const topUpPoints: Endpoint<TopUpPointsRequest, TopUpPointsSuccess, TopUpRefusals> = {
  name: 'topUpPoints',
  section: '4.8',
  summary: 'Tops up loyalty points to a phone number.',
  method: 'POST',
  path: '/merchant-integration/v1/loyalty/topup',
  effect: 'write',
  businessId: 'txn_id',
  settledBy: 'Ask queryTopUp with the same txn_id.',
  gaps: ['G-12', 'G-13'],
  request,
  success: { 200: NoData },
  refusals: topUpRefusals,
}
