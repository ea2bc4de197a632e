import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode } from '../fields/ids.ts'
import { CardTypes, giftCodeStock, type GiftCodeStock } from './gift-code-fields.ts'
import { giftCodeRefusals, type GiftCodeRefusals } from './gift-code-refusals.ts'

const request = v.object({
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
  /** POS code of the terminal, issued by the service. */
  pos_code: IssuedCode,
  /** Face values to ask about, in thousand VND; every one when left out. */
  card_type: v.optional(CardTypes),
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `queryGiftCodeStock`. */
export interface QueryGiftCodeStockRequest extends RequestFields {}
/** Data of an accepted `queryGiftCodeStock`, by success code. */
export interface QueryGiftCodeStockSuccess {
  200: GiftCodeStock
}

/** Asks how many gift codes of each face value are in stock. */
export const queryGiftCodeStock: Endpoint<
  QueryGiftCodeStockRequest,
  QueryGiftCodeStockSuccess,
  GiftCodeRefusals
> = {
  name: 'queryGiftCodeStock',
  section: '4.7',
  summary: 'Asks how many gift codes of each face value are in stock.',
  method: 'POST',
  path: '/merchant-integration/v1/loyalty/gift-code/quantity',
  effect: 'read',
  gaps: ['G-12', 'G-13', 'G-15', 'G-18'],
  request,
  success: { 200: giftCodeStock },
  refusals: giftCodeRefusals,
}
