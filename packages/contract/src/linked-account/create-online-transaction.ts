import { onlineTransactionSignedText } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId, OrderReferenceId, ServiceToken } from '../fields/ids.ts'
import { AmountText, AmountTextOrZero, Vnd } from '../fields/money.ts'
import { onlineTransaction } from './online-transaction.ts'
import { bodySignatureOf } from './body-signature-of.ts'
import { withListed } from './with-listed.ts'
import { linkedPaymentRefusals, type LinkedPaymentRefusals } from './linked-payment-refusals.ts'

const created = v.object({
  ...onlineTransaction.entries,
  /** 0: nothing more is needed; 2: the customer's one-time code is required. Assumes G-15. */
  verification_methods: v.optional(
    v.nullable(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))]),
    ),
  ),
})

type CreatedFields = v.InferOutput<typeof created>
/**
 * A payment that was made, or that waits for the customer's one-time code.
 *
 * @see Specification 2.13
 */
export interface CreatedOnlineTransaction extends CreatedFields {}

const request = v.pipe(
  v.object({
    /**
     * True to hold the money until confirmOrder captures or releases it; not held when left out.
     */
    holding_enabled: v.optional(v.boolean('must be true or false')),
    /** The merchant's own invoice; confirmOrder names it. */
    invoice_no: OpenId,
    /** Currency; VND when left out. */
    currency: v.optional(Vnd),
    /** Money to pay, in whole VND as text; `0` when points pay for everything. */
    amount: AmountTextOrZero,
    /**
     * Parts of the payment by means of payment; all wallet money when left out. Open objects.
     * Assumes G-06 and G-134.
     */
    payment_request_list: v.optional(
      v.array(
        v.looseObject({
          /** `WALLET` or `POINT`. */
          method: v.optional(v.string('must be a string')),
          /** VND, or points, as text. */
          amount: v.optional(AmountText),
        }),
        'must be a list',
      ),
    ),
    /** The original bill, in whole VND as text. */
    bill_amount: AmountText,
    // Assumes G-07.
    /** When the order was created at the merchant, in seconds since 1970. */
    order_created_at: v.pipe(
      v.number('must be a number'),
      v.safeInteger('must be whole seconds'),
      v.minValue(0, 'must not be negative'),
    ),
    /**
     * The merchant's own id of the payment, unique, at most 35 characters: it is the partner
     * transaction id of section 1, which a refund names.
     */
    transaction_reference_number: OrderReferenceId,
    /** What the customer reads about the payment. */
    description: v.optional(v.string('must be a string')),
    /** POS code of the terminal, issued by the service; `pos_code` in other calls. */
    terminal_id: IssuedCode,
    /** Code of the store, issued by the service; `store_code` in other calls. */
    merchant_id: IssuedCode,
    /** Code of the merchant, issued by the service. */
    merchant_code: IssuedCode,
    /** Code of the partner, issued by the service. */
    partner_code: IssuedCode,
    /** Token of the linked wallet; a secret. */
    user_token: ServiceToken,
  }),
  v.check(
    ({ amount, payment_request_list }) => amount !== '0' || (payment_request_list ?? []).length > 0,
    'must have an amount greater than 0, or an item in payment_request_list',
  ),
)

type RequestFields = v.InferOutput<typeof request>
/** A payment from a linked wallet. */
export interface CreateOnlineTransactionRequest extends RequestFields {}
/** Data of an accepted `createOnlineTransaction`, by success code. */
export interface CreateOnlineTransactionSuccess {
  200: CreatedOnlineTransaction
}
/** Refusals of `createOnlineTransaction`: errors after which it must not be sent again. */
export interface CreateOnlineTransactionRefusals extends LinkedPaymentRefusals {}

/** Pays from a linked wallet, or starts a payment that needs a one-time code. */
export const createOnlineTransaction: Endpoint<
  CreateOnlineTransactionRequest,
  CreateOnlineTransactionSuccess,
  CreateOnlineTransactionRefusals
> = {
  name: 'createOnlineTransaction',
  section: '4.11',
  summary: 'Pays from a linked wallet, or starts a payment that needs a one-time code.',
  method: 'POST',
  path: '/oh-integration/transaction/purchase/v1/online-transactions',
  effect: 'write',
  businessId: 'transaction_reference_number',
  duplicates: 'unknown',
  settledBy: 'The daily file or support can tell; no query can.',
  gaps: [
    'G-04',
    'G-05',
    'G-06',
    'G-07',
    'G-12',
    'G-13',
    'G-15',
    'G-27',
    'G-36',
    'G-38',
    'G-125',
    'G-134',
    'G-167',
  ],
  arrange: withListed,
  bodySignature: bodySignatureOf(request, onlineTransactionSignedText),
  request,
  success: { 200: created },
  refusals: linkedPaymentRefusals,
}
