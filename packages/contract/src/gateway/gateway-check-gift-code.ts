import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { giftCodeState, type GiftCodeState } from '../gift-code/gift-code-fields.ts'
import {
  gatewayGiftCodeRefusals,
  type GatewayGiftCodeRefusals,
} from './gateway-gift-code-refusals.ts'

const request = v.object({
  /** Code of the store, issued by the service; `store_code` in the REST form. */
  merchant_id: IssuedCode,
  /** POS code of the terminal, issued by the service; `pos_code` in the REST form. */
  terminal_id: IssuedCode,
  /** Serial of the code. */
  serial: OpenId,
  /** Code of the merchant, issued by the service. */
  merchant_code: IssuedCode,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `gatewayCheckGiftCode`. */
export interface GatewayCheckGiftCodeRequest extends RequestFields {}
/** Data of an accepted `gatewayCheckGiftCode`, by success code. */
export interface GatewayCheckGiftCodeSuccess {
  200: GiftCodeState
}

/** Asks over the gateway whether a gift code has been used. */
export const gatewayCheckGiftCode: Endpoint<
  GatewayCheckGiftCodeRequest,
  GatewayCheckGiftCodeSuccess,
  GatewayGiftCodeRefusals
> = {
  name: 'gatewayCheckGiftCode',
  section: '4.9',
  summary: 'Asks over the gateway whether a gift code has been used.',
  method: 'POST',
  path: '/merchant-integration/v1/gateway',
  apiCode: 'mi_v1_loyalty_giftcode_status',
  effect: 'read',
  gaps: ['G-03', 'G-12', 'G-13', 'G-18', 'G-167'],
  request,
  success: { 200: giftCodeState },
  refusals: gatewayGiftCodeRefusals,
}
