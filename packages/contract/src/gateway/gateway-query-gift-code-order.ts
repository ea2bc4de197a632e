import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import {
  giftCodeAnswerBytes,
  giftCodeOrder,
  type GiftCodeOrder,
} from '../gift-code/gift-code-fields.ts'
import {
  gatewayGiftCodeRefusals,
  type GatewayGiftCodeRefusals,
} from './gateway-gift-code-refusals.ts'

const request = v.object({
  /** Code of the merchant, issued by the service. */
  merchant_code: IssuedCode,
  /** Code of the store, issued by the service; `store_code` in the REST form. */
  merchant_id: IssuedCode,
  /** POS code of the terminal, issued by the service; `pos_code` in the REST form. */
  terminal_id: IssuedCode,
  /** The merchant's own id of the order. */
  order_id: OpenId,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `gatewayQueryGiftCodeOrder`. */
export interface GatewayQueryGiftCodeOrderRequest extends RequestFields {}
/** Data of an accepted `gatewayQueryGiftCodeOrder`, by success code. */
export interface GatewayQueryGiftCodeOrderSuccess {
  200: GiftCodeOrder
}

/** Fetches an order of gift codes over the gateway. */
export const gatewayQueryGiftCodeOrder: Endpoint<
  GatewayQueryGiftCodeOrderRequest,
  GatewayQueryGiftCodeOrderSuccess,
  GatewayGiftCodeRefusals
> = {
  name: 'gatewayQueryGiftCodeOrder',
  section: '4.9',
  summary: 'Fetches an order of gift codes over the gateway.',
  method: 'POST',
  path: '/merchant-integration/v1/gateway',
  apiCode: 'mi_v1_loyalty_giftcode_detail',
  effect: 'read',
  answerBytes: giftCodeAnswerBytes,
  gaps: ['G-03', 'G-07', 'G-12', 'G-13', 'G-28', 'G-167'],
  request,
  success: { 200: giftCodeOrder },
  refusals: gatewayGiftCodeRefusals,
}
