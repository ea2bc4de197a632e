import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { giftCodeState, type GiftCodeState } from './gift-code-fields.ts'
import { giftCodeRefusals, type GiftCodeRefusals } from './gift-code-refusals.ts'

const request = v.object({
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
  /** POS code of the terminal, issued by the service. */
  pos_code: IssuedCode,
  /** Serial of the code. */
  serial: OpenId,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `checkGiftCode`. */
export interface CheckGiftCodeRequest extends RequestFields {}
/** Data of an accepted `checkGiftCode`, by success code. */
export interface CheckGiftCodeSuccess {
  200: GiftCodeState
}

/** Asks whether a gift code has been used. */
export const checkGiftCode: Endpoint<CheckGiftCodeRequest, CheckGiftCodeSuccess, GiftCodeRefusals> =
  {
    name: 'checkGiftCode',
    section: '4.7',
    summary: 'Asks whether a gift code has been used.',
    method: 'POST',
    path: '/merchant-integration/v1/loyalty/gift-code/check',
    effect: 'read',
    gaps: ['G-12', 'G-13', 'G-18', 'G-167'],
    request,
    success: { 200: giftCodeState },
    refusals: giftCodeRefusals,
  }
