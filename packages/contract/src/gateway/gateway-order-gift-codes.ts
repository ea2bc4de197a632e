import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import {
  giftCodeAnswerBytes,
  GiftCodeItems,
  giftCodeOrder,
  type GiftCodeOrder,
} from '../gift-code/gift-code-fields.ts'
import {
  gatewayGiftCodeRefusals,
  type GatewayGiftCodeRefusals,
} from './gateway-gift-code-refusals.ts'

const request = v.object({
  /** Code of the store, issued by the service; `store_code` in the REST form. */
  merchant_id: IssuedCode,
  /** POS code of the terminal, issued by the service; `pos_code` in the REST form. */
  terminal_id: IssuedCode,
  /** The merchant's own id of the order, unique. */
  order_id: OpenId,
  /** Face values and how many of each. */
  order_info: GiftCodeItems,
  /** Code of the merchant, issued by the service. */
  merchant_code: IssuedCode,
})

type RequestFields = v.InferOutput<typeof request>
/** Gift codes to take out of stock. */
export interface GatewayOrderGiftCodesRequest extends RequestFields {}
/** Data of an accepted `gatewayOrderGiftCodes`, by success code. */
export interface GatewayOrderGiftCodesSuccess {
  200: GiftCodeOrder
}

/** Takes gift codes out of stock over the gateway. */
export const gatewayOrderGiftCodes: Endpoint<
  GatewayOrderGiftCodesRequest,
  GatewayOrderGiftCodesSuccess,
  GatewayGiftCodeRefusals
> = {
  name: 'gatewayOrderGiftCodes',
  section: '4.9',
  summary: 'Takes gift codes out of stock over the gateway.',
  method: 'POST',
  path: '/merchant-integration/v1/gateway',
  apiCode: 'mi_v1_loyalty_giftcode_orders',
  effect: 'write',
  answerBytes: giftCodeAnswerBytes,
  businessId: 'order_id',
  settledBy: 'Ask gatewayQueryGiftCodeOrder with the same order_id.',
  gaps: ['G-03', 'G-07', 'G-12', 'G-13', 'G-15', 'G-28', 'G-167'],
  request,
  success: { 200: giftCodeOrder },
  refusals: gatewayGiftCodeRefusals,
}
