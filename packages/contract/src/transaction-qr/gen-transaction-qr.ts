import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { ExtraData } from '../fields/extra-data.ts'
import { IssuedCode, OrderReferenceId } from '../fields/ids.ts'
import { PositiveAmount, Vnd } from '../fields/money.ts'
import { ServiceType } from '../fields/service-type.ts'
import { WebAddress } from '../fields/url.ts'
import { transactionQr, type TransactionQr } from './transaction-qr.ts'

const request = v.object({
  /**
   * Address of the merchant's backend that is called when the order is paid; no call when left out.
   */
  callback_url: v.optional(WebAddress),
  /** What the customer reads about the order. */
  description: v.optional(v.string()),
  /**
   * Extra information; it is returned in the callback. Typed as text, an object in the examples.
   * Assumes G-16.
   */
  extra_data: v.optional(ExtraData),
  /** Price of the order in whole VND, greater than 0. */
  order_amount: PositiveAmount,
  /** Currency; VND when left out. */
  order_currency: v.optional(Vnd),
  /** The merchant's own id, at most 35 characters; without it the payment cannot be refunded. */
  order_reference_id: v.optional(OrderReferenceId),
  /** POS code of the terminal, issued by the service. */
  pos_code: v.optional(IssuedCode),
  /** Kind of service; PURCHASE when left out. */
  service_type: v.optional(ServiceType),
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
})

type RequestFields = v.InferOutput<typeof request>
/** An order to be paid by scanning a QR, in the earlier form. */
export interface GenTransactionQrRequest extends RequestFields {}
/** Data of an accepted `genTransactionQr`, by success code. */
export interface GenTransactionQrSuccess {
  200: TransactionQr
}
/** `genTransactionQr` has no refusals of its own. */
export interface GenTransactionQrRefusals {}

/**
 * Creates an order and returns its QR: the earlier form of `createTqrOrder`.
 *
 * @deprecated The service replaced it by `createTqrOrder`; it keeps working. Assumes G-141.
 */
export const genTransactionQr: Endpoint<
  GenTransactionQrRequest,
  GenTransactionQrSuccess,
  GenTransactionQrRefusals
> = {
  name: 'genTransactionQr',
  section: '4.2',
  summary: 'Creates an order and returns its QR, in the earlier form.',
  method: 'POST',
  path: '/merchant-integration/v1/qr/gen-transaction-qr',
  effect: 'write',
  businessId: 'order_reference_id',
  replacedBy: 'createTqrOrder',
  settledBy:
    'The order id was in the answer that is missing: create another order and wait for the callback of either.',
  gaps: [
    'G-07',
    'G-12',
    'G-13',
    'G-15',
    'G-16',
    'G-125',
    'G-133',
    'G-136',
    'G-137',
    'G-150',
    'G-167',
  ],
  request,
  success: { 200: transactionQr },
  refusals: {},
}
