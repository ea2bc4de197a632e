import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { ExtraData } from '../fields/extra-data.ts'
import { IssuedCode, OrderReferenceId } from '../fields/ids.ts'
import { TextOrEmpty } from '../fields/text-or-empty.ts'
import { ServiceOrderId } from '../fields/service-ids.ts'
import { PositiveAmount, Vnd } from '../fields/money.ts'
import { ExpiresInMinutes } from '../fields/expires-in-minutes.ts'
import { UnixSecondsOfEitherUnit } from '../fields/time.ts'
import { WebAddress } from '../fields/url.ts'

const request = v.object({
  /**
   * Address of the merchant's backend that is called when the order is paid; no call when left out.
   */
  callback_url: v.optional(WebAddress),
  /**
   * Address to which the customer's browser returns; when left out, the browser stays at the
   * service.
   */
  redirect_url: v.optional(WebAddress),
  /** Lifetime of the order in minutes, 3 to 15; 15 when left out. */
  expired_in: v.optional(ExpiresInMinutes),
  /** What the customer reads about the order. */
  description: v.optional(v.string()),
  /**
   * Extra information; it is returned in the callback. Typed as an object, text elsewhere. Assumes
   * G-16.
   */
  extra_data: v.optional(ExtraData),
  /** Price of the order in whole VND, greater than 0. */
  order_amount: PositiveAmount,
  /** Currency; VND when left out. */
  order_currency: v.optional(Vnd),
  /**
   * The merchant's own id, at most 35 characters, unique; without it the payment cannot be
   * refunded.
   */
  order_reference_id: v.optional(OrderReferenceId),
  /** POS code of the terminal, issued by the service. */
  pos_code: v.optional(IssuedCode),
  /** Kind of service; PURCHASE when left out. */
  service_type: v.optional(v.literal('PURCHASE')),
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
})

const webPayment = v.object({
  /** When the order expires, in seconds since 1970; milliseconds are converted. Assumes G-07. */
  expiration: UnixSecondsOfEitherUnit,
  /** Order id of the service. */
  order_id: ServiceOrderId,
  /** Hosted page on which the customer pays. Assumes G-132. */
  payment_url: WebAddress,
  /** Text to encode in a QR that opens the same order. */
  qr_code: TextOrEmpty,
  /** QR image in base64. */
  qr_data: TextOrEmpty,
  /** Address of a QR image; may be empty. */
  qr_url: TextOrEmpty,
})

type RequestFields = v.InferOutput<typeof request>
type WebPaymentFields = v.InferOutput<typeof webPayment>
/** An order to be paid on the hosted page. */
export interface CreateWebPaymentRequest extends RequestFields {}
/** The page on which the customer pays. @see Specification 2.4 */
export interface WebPayment extends WebPaymentFields {}
/** Data of an accepted `createWebPayment`, by success code. */
export interface CreateWebPaymentSuccess {
  200: WebPayment
}
/** `createWebPayment` has no refusals of its own. */
export interface CreateWebPaymentRefusals {}

/** Creates an order and returns the hosted page on which the customer pays. */
export const createWebPayment: Endpoint<
  CreateWebPaymentRequest,
  CreateWebPaymentSuccess,
  CreateWebPaymentRefusals
> = {
  name: 'createWebPayment',
  section: '4.3',
  summary: 'Creates an order and returns the hosted page on which the customer pays.',
  method: 'POST',
  path: '/merchant-integration/v1/orders/web-payment',
  effect: 'write',
  businessId: 'order_reference_id',
  settledBy:
    'The order id was in the answer that is missing: create another order and wait for the callback of either.',
  gaps: [
    'G-07',
    'G-12',
    'G-13',
    'G-15',
    'G-16',
    'G-30',
    'G-125',
    'G-132',
    'G-133',
    'G-136',
    'G-167',
  ],
  request,
  success: { 200: webPayment },
  refusals: {},
}
