import { confirmOrderSignedText } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { bodySignatureOf } from './body-signature-of.ts'

const confirmed = v.object({
  /** `SUCCESS`: the money was captured. `FAIL`: it was released to the wallet. */
  transaction_status: v.string(),
})

type ConfirmedFields = v.InferOutput<typeof confirmed>
/** Outcome for money that was held. */
export interface ConfirmedOrder extends ConfirmedFields {}

const request = v.object({
  /** `SUCCESS` captures the held money, `FAIL` releases it; open text. Assumes G-39. */
  order_status: OpenId,
  /** Code of the partner, issued by the service. */
  partner_code: IssuedCode,
  /** The merchant's own invoice of the payment. */
  invoice_no: OpenId,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `confirmOrder`. */
export interface ConfirmOrderRequest extends RequestFields {}
/** Data of an accepted `confirmOrder`, by success code. */
export interface ConfirmOrderSuccess {
  200: ConfirmedOrder
}
/** `confirmOrder` has no refusals of its own. */
export interface ConfirmOrderRefusals {}

/** Takes or releases the money that a payment holds. */
export const confirmOrder: Endpoint<
  ConfirmOrderRequest,
  ConfirmOrderSuccess,
  ConfirmOrderRefusals
> = {
  name: 'confirmOrder',
  section: '4.11',
  summary: 'Takes or releases the money that a payment holds.',
  method: 'POST',
  path: '/oh-integration/transaction/purchase/v1/confirmOrder',
  effect: 'write',
  businessId: 'invoice_no',
  settledBy: 'Repeat it with the same invoice_no and order_status.',
  gaps: ['G-04', 'G-12', 'G-13', 'G-36', 'G-38', 'G-39'],
  answersRequestId: true,
  bodySignature: bodySignatureOf(request, confirmOrderSignedText),
  request,
  success: { 200: confirmed },
  refusals: {},
}
