import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { giftCodeAnswerBytes, giftCodeOrder, type GiftCodeOrder } from './gift-code-fields.ts'
import { giftCodeRefusals, type GiftCodeRefusals } from './gift-code-refusals.ts'

const request = v.object({
  /** The merchant's own id of the order. */
  merchant_order_id: OpenId,
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
  /** POS code of the terminal, issued by the service. */
  pos_code: IssuedCode,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `queryGiftCodeOrder`. */
export interface QueryGiftCodeOrderRequest extends RequestFields {}
/** Data of an accepted `queryGiftCodeOrder`, by success code. */
export interface QueryGiftCodeOrderSuccess {
  200: GiftCodeOrder
}

/** Fetches an order of gift codes with its codes. */
export const queryGiftCodeOrder: Endpoint<
  QueryGiftCodeOrderRequest,
  QueryGiftCodeOrderSuccess,
  GiftCodeRefusals
> = {
  name: 'queryGiftCodeOrder',
  section: '4.7',
  summary: 'Fetches an order of gift codes with its codes.',
  method: 'GET',
  path: '/merchant-integration/v1/loyalty/gift-code/orders',
  effect: 'read',
  answerBytes: giftCodeAnswerBytes,
  gaps: ['G-01', 'G-02', 'G-07', 'G-12', 'G-13', 'G-17', 'G-28', 'G-167'],
  request,
  success: { 200: giftCodeOrder },
  refusals: giftCodeRefusals,
}
