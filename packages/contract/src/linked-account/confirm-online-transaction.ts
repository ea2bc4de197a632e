import { confirmOnlineTransactionSignedText } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OrderReferenceId, ServiceToken } from '../fields/ids.ts'
import { maxCharacters } from '../fields/max-characters.ts'
import { ServiceTransactionId } from '../fields/service-ids.ts'
import { onlineTransaction, type OnlineTransaction } from './online-transaction.ts'
import { bodySignatureOf } from './body-signature-of.ts'
import { linkedPaymentRefusals, type LinkedPaymentRefusals } from './linked-payment-refusals.ts'

const request = v.object({
  /** The one-time code that the customer received, as it was typed. */
  otp: v.pipe(v.string('must be a string'), v.minLength(1, 'must not be empty'), maxCharacters(64)),
  /** The merchant's own id of the payment. */
  transaction_reference_number: OrderReferenceId,
  /** Transaction id of the service. */
  transaction_id: ServiceTransactionId,
  /** Code of the partner, issued by the service. */
  partner_code: IssuedCode,
  /** Token of the linked wallet; a secret. */
  user_token: ServiceToken,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `confirmOnlineTransaction`. */
export interface ConfirmOnlineTransactionRequest extends RequestFields {}
/** Data of an accepted `confirmOnlineTransaction`, by success code. */
export interface ConfirmOnlineTransactionSuccess {
  200: OnlineTransaction
}
/** Refusals of `confirmOnlineTransaction`: errors after which it must not be sent again. */
export interface ConfirmOnlineTransactionRefusals extends LinkedPaymentRefusals {}

/** Confirms a payment from a linked wallet with the customer's one-time code. */
export const confirmOnlineTransaction: Endpoint<
  ConfirmOnlineTransactionRequest,
  ConfirmOnlineTransactionSuccess,
  ConfirmOnlineTransactionRefusals
> = {
  name: 'confirmOnlineTransaction',
  section: '4.11',
  summary: "Confirms a payment from a linked wallet with the customer's one-time code.",
  method: 'POST',
  path: '/oh-integration/transaction/purchase/v1/online-transactions-confirm',
  effect: 'write',
  businessId: 'transaction_id',
  duplicates: 'unknown',
  settledBy: 'The daily file or support can tell; no query can.',
  gaps: ['G-04', 'G-05', 'G-12', 'G-13', 'G-36', 'G-38', 'G-125', 'G-167'],
  bodySignature: bodySignatureOf(request, confirmOnlineTransactionSignedText),
  request,
  success: { 200: onlineTransaction },
  refusals: linkedPaymentRefusals,
}
