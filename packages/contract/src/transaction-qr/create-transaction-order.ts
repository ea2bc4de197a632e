import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { ExtraData } from '../fields/extra-data.ts'
import { IssuedCode, OrderReferenceId } from '../fields/ids.ts'
import { ServiceOrderId } from '../fields/service-ids.ts'
import { PositiveAmount, Vnd } from '../fields/money.ts'
import { UnixSecondsOfEitherUnit } from '../fields/time.ts'
import { ServiceType } from '../fields/service-type.ts'
import { WebAddress } from '../fields/url.ts'

const request = v.object({
  /**
   * Extra information; it is returned in the callback. Typed as text, an object in the examples.
   * Assumes G-16.
   */
  extra_data: v.optional(ExtraData),
  /** The merchant's own id, at most 35 characters; without it the payment cannot be refunded. */
  order_reference_id: v.optional(OrderReferenceId),
  /** Currency; VND when left out. */
  order_currency: v.optional(Vnd),
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
  /** What the customer reads about the order. */
  description: v.optional(v.string()),
  /**
   * Address of the merchant's backend that is called when the order is paid; no call when left out.
   */
  callback_url: v.optional(WebAddress),
  /** POS code of the terminal, issued by the service. */
  pos_code: v.optional(IssuedCode),
  /** Price of the order in whole VND, greater than 0. */
  order_amount: PositiveAmount,
  /** Kind of service; PURCHASE when left out. */
  service_type: v.optional(ServiceType),
  /** The merchant's own id of the customer. */
  user_id: v.optional(v.string()),
})

const created = v.object({
  /** Signature of the order, to be handed to the wallet app. */
  signature: v.string(),
  /** Order id of the service. */
  order_id: ServiceOrderId,
  /** When the order expires, in seconds since 1970; milliseconds are converted. Assumes G-07. */
  expired_at: UnixSecondsOfEitherUnit,
})

type RequestFields = v.InferOutput<typeof request>
type CreatedFields = v.InferOutput<typeof created>
/** An order that the merchant's app hands over to the wallet app. */
export interface CreateTransactionOrderRequest extends RequestFields {}
/** The order in the form that the wallet app needs. @see Specification 2.2 */
export interface TransactionOrder extends CreatedFields {}
/** Data of an accepted `createTransactionOrder`, by success code. */
export interface CreateTransactionOrderSuccess {
  200: TransactionOrder
}
/** `createTransactionOrder` has no refusals of its own. */
export interface CreateTransactionOrderRefusals {}

/** Creates an order that the merchant's app hands over to the wallet app. */
export const createTransactionOrder: Endpoint<
  CreateTransactionOrderRequest,
  CreateTransactionOrderSuccess,
  CreateTransactionOrderRefusals
> = {
  name: 'createTransactionOrder',
  section: '4.2',
  summary: "Creates an order that the merchant's app hands over to the wallet app.",
  method: 'POST',
  path: '/merchant-integration/v1/qr/create-transaction-order',
  effect: 'write',
  businessId: 'order_reference_id',
  settledBy:
    'The order id was in the answer that is missing: create another order and wait for the callback of either.',
  gaps: ['G-07', 'G-12', 'G-13', 'G-15', 'G-16', 'G-125', 'G-133', 'G-136', 'G-150'],
  request,
  success: { 200: created },
  refusals: {},
}
