import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import {
  giftCodeAnswerBytes,
  GiftCodeItems,
  giftCodeOrder,
  type GiftCodeOrder,
} from './gift-code-fields.ts'
import { giftCodeRefusals, type GiftCodeRefusals } from './gift-code-refusals.ts'

const request = v.object({
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
  /** POS code of the terminal, issued by the service. */
  pos_code: IssuedCode,
  /** The merchant's own id of the order, unique. */
  merchant_order_id: OpenId,
  /** Face values and how many of each. */
  order_info: GiftCodeItems,
  /** Extra information as JSON text; it is returned with the order. */
  extra_data: v.optional(v.string('must be a string')),
})

type RequestFields = v.InferOutput<typeof request>
/** Gift codes to take out of stock. */
export interface OrderGiftCodesRequest extends RequestFields {}
/** Data of an accepted `orderGiftCodes`, by success code. */
export interface OrderGiftCodesSuccess {
  200: GiftCodeOrder
}

/** Takes gift codes out of stock. */
export const orderGiftCodes: Endpoint<
  OrderGiftCodesRequest,
  OrderGiftCodesSuccess,
  GiftCodeRefusals
> = {
  name: 'orderGiftCodes',
  section: '4.7',
  summary: 'Takes gift codes out of stock.',
  method: 'POST',
  path: '/merchant-integration/v1/loyalty/gift-code/orders',
  effect: 'write',
  answerBytes: giftCodeAnswerBytes,
  businessId: 'merchant_order_id',
  settledBy: 'Ask queryGiftCodeOrder with the same merchant_order_id.',
  gaps: ['G-07', 'G-12', 'G-13', 'G-15', 'G-16', 'G-28', 'G-167'],
  request,
  success: { 200: giftCodeOrder },
  refusals: giftCodeRefusals,
}
