import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { merchantChosenId, OpenId } from '../fields/ids.ts'
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
} from '../top-up/top-up-fields.ts'
import { gatewayHeaderFields } from './gateway-header-fields.ts'
import { gatewayTopUpRefusals, type GatewayTopUpRefusals } from './gateway-top-up-refusals.ts'

const request = v.pipe(
  v.object({
    ...gatewayHeaderFields,
    /** Phone number of the member, 10 or 11 digits; `id` may replace it. Assumes G-19. */
    phone_no: v.optional(PhoneNumber),
    /** Points, 50 to 20,000,000; below 20,000 with a receipt. */
    point_amount: TopUpPoints,
    /** The merchant's own invoice, at most 23 characters, unique. */
    invoice_no: merchantChosenId(limits.invoiceNoChars),
    /** Whether a receipt is sent. */
    send_receipt: v.boolean('must be true or false'),
    /** Recipient of the receipt; required when `send_receipt` is true. */
    receipt_info: v.optional(ReceiptInfo),
    /** Whether the member gets a text message; yes when left out. */
    send_sms: v.optional(v.boolean('must be true or false')),
    /**
     * Kind of the id in `id`. `MOBILE`: phone number; `CARD`: number of a member's card; `USER_ID`:
     * id of the user at the service.
     */
    id_type: v.optional(
      v.picklist(['MOBILE', 'CARD', 'USER_ID'], 'must be MOBILE, CARD or USER_ID'),
    ),
    /** Another id of the member, of the kind named in `id_type`. */
    id: v.optional(OpenId),
  }),
  v.check(
    ({ phone_no, id_type, id }) =>
      phone_no !== undefined || (id_type !== undefined && id !== undefined),
    'must have phone_no, or id with id_type',
  ),
  v.check((fields) => hasReceiptInfo(fields), receiptInfoRule),
  v.check((fields) => fitsReceipt(fields), receiptPointsRule),
)

type RequestFields = v.InferOutput<typeof request>
/** Points for the member who has a phone number. */
export interface GatewayTopUpPointsRequest extends RequestFields {}
/** Data of an accepted `gatewayTopUpPoints`, by success code. */
export interface GatewayTopUpPointsSuccess {
  200: undefined
}

/** Tops up loyalty points over the gateway. */
export const gatewayTopUpPoints: Endpoint<
  GatewayTopUpPointsRequest,
  GatewayTopUpPointsSuccess,
  GatewayTopUpRefusals
> = {
  name: 'gatewayTopUpPoints',
  section: '4.9',
  summary: 'Tops up loyalty points over the gateway.',
  method: 'POST',
  path: '/merchant-integration/v1/gateway',
  apiCode: 'mi_v1_loyalty_transaction_topup',
  effect: 'write',
  businessId: 'invoice_no',
  settledBy: 'Ask gatewayQueryTopUp with the same invoice_no.',
  gaps: ['G-03', 'G-12', 'G-13', 'G-19'],
  headerFields: ['X-Merchant-ID', 'X-Terminal-ID'],
  request,
  success: { 200: NoData },
  refusals: gatewayTopUpRefusals,
}
