import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode } from '../fields/ids.ts'
import { CardTypes, giftCodeStock, type GiftCodeStock } from '../gift-code/gift-code-fields.ts'
import {
  gatewayGiftCodeRefusals,
  type GatewayGiftCodeRefusals,
} from './gateway-gift-code-refusals.ts'

const request = v.object({
  /** Code of the store, issued by the service; `store_code` in the REST form. */
  merchant_id: IssuedCode,
  /** POS code of the terminal, issued by the service; `pos_code` in the REST form. */
  terminal_id: IssuedCode,
  /** Face values to ask about, in thousand VND; every one when left out. */
  card_type: v.optional(CardTypes),
  /** Code of the merchant, issued by the service. */
  merchant_code: IssuedCode,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `gatewayQueryGiftCodeStock`. */
export interface GatewayQueryGiftCodeStockRequest extends RequestFields {}
/** Data of an accepted `gatewayQueryGiftCodeStock`, by success code. */
export interface GatewayQueryGiftCodeStockSuccess {
  200: GiftCodeStock
}

/** Asks over the gateway how many gift codes are in stock. */
export const gatewayQueryGiftCodeStock: Endpoint<
  GatewayQueryGiftCodeStockRequest,
  GatewayQueryGiftCodeStockSuccess,
  GatewayGiftCodeRefusals
> = {
  name: 'gatewayQueryGiftCodeStock',
  section: '4.9',
  summary: 'Asks over the gateway how many gift codes are in stock.',
  method: 'POST',
  path: '/merchant-integration/v1/gateway',
  apiCode: 'mi_v1_loyalty_giftcode_quantity',
  effect: 'read',
  gaps: ['G-03', 'G-12', 'G-13', 'G-15', 'G-18'],
  request,
  success: { 200: giftCodeStock },
  refusals: gatewayGiftCodeRefusals,
}
