import * as v from 'valibot'
import { ReceivedTransactionId, ServiceOrderId } from '../fields/service-ids.ts'
import { ReceivedAmount, ReceivedPoints } from '../fields/received-money.ts'
import { noted } from '../fields/noted.ts'
import { UnixSecondsOfEitherUnit } from '../fields/time.ts'

/** Request of both query endpoints. */
export const orderQuery = v.object({
  /** Order id of the service, as returned when the order was created. */
  order_id: ServiceOrderId,
})

/** Data in the answers of both query endpoints. @see Specification 2.3 */
export const orderStatus = v.object({
  /** When the order was created, in seconds since 1970. */
  created_at: noted(UnixSecondsOfEitherUnit),
  /** When the order last changed, in seconds since 1970. */
  updated_at: noted(UnixSecondsOfEitherUnit),
  /** The merchant's own id of the customer. */
  merchant_user_id: noted(v.string()),
  /** Price of the order in whole VND. */
  order_amount: ReceivedAmount,
  /** Order id of the service. */
  order_id: ServiceOrderId,
  /** `SUCCESS` when paid; every other value leaves the order open. Assumes G-08. */
  pay_status: v.string(),
  /** Points paid, each worth 1,000 VND; may have a fraction. Assumes G-126. */
  point_amount: v.optional(v.nullable(ReceivedPoints)),
  /** Wallet money paid, in whole VND. */
  vnd_amount: v.optional(v.nullable(ReceivedAmount)),
  /** Transaction id of the service; absent or empty while nothing is paid. */
  transaction_id: ReceivedTransactionId,
})

type QueryFields = v.InferOutput<typeof orderQuery>
type StatusFields = v.InferOutput<typeof orderStatus>
/** Request of `queryOrder` and `queryOrderV2`. */
export interface OrderQuery extends QueryFields {}
/** State of an order at the service. */
export interface OrderStatus extends StatusFields {}
