import type { HealthView } from './alerts/alerts-api.ts'
import type { CallbackRecord, RecordOutcome } from './callbacks/callback-record.ts'
import type { DailyFilesApi } from './daily-files/daily-files-api.ts'
import type { LinkedPaymentsApi } from './linked-payments/linked-payments-api.ts'
import type { LinkCallbacksApi, LinksApi } from './links/links-api.ts'
import type { NewOrder, OpenOutcome, OrderView } from './orders/orders-api.ts'
import type { PaymentOutcome, RefreshOccasion } from './payments/payments-api.ts'
import type { NewRefund, RefundOutcome } from './refunds/refunds-api.ts'
import type { PaymentMethod } from './states/attempt-state.ts'
import type { TransfersApi } from './transfers/transfers-api.ts'

/**
 * What the orders Worker offers to the Worker that receives payment callbacks: nothing that reads an order or moves
 * money.
 */
export interface CallbacksApi {
  /** Puts a verified callback on disk; only after this returns may the callback be acknowledged. */
  record(callback: CallbackRecord): Promise<RecordOutcome>
  /**
   * The token of a callback address as it is made now, for no order: who cannot read it would refuse the callbacks of every
   * payment that is asked for.
   */
  sampleToken(): Promise<string>
}

/**
 * What the orders Worker offers for requests that come without a secret of the shop: pages of customers, link callbacks
 * of the service, a monitor. Every method is safe to repeat.
 */
export interface PublicPagesApi
  extends
    LinkCallbacksApi,
    Pick<LinksApi, 'findLink'>,
    Pick<LinkedPaymentsApi, 'payWithLink' | 'confirmOtp'> {
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /**
   * Creates a payment at the service, or returns the one that is still payable.
   *
   * @param returnKey the key that the customer's way back to the checkout carries
   */
  startPayment(id: string, method: PaymentMethod, returnKey?: string): Promise<PaymentOutcome>
  /**
   * Reads an order for a page of the customer; the service is asked about its open payments before, once in
   * a few seconds at most. Waits 3 seconds at most for the answer.
   */
  refreshPayment(id: string, occasion: RefreshOccasion): Promise<OrderView | null>
  /** Counts for a monitor: alerts that wait for a person, and how long work is due. */
  health(): Promise<HealthView>
}

/**
 * What the orders Worker offers for requests of the shop's backend. Every method is safe to repeat: a
 * call whose answer got lost can be made again with the same arguments.
 */
export interface OrdersApi extends LinksApi, LinkedPaymentsApi, TransfersApi, DailyFilesApi {
  /** Puts a new order on disk. */
  open(order: NewOrder): Promise<OpenOutcome>
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /**
   * Creates a payment that the shop's till or app shows, or returns the one that is still payable.
   */
  startPayment(id: string, method: PaymentMethod): Promise<PaymentOutcome>
  /**
   * Reserves, calls the service, settles; a repeat with the same id resumes or returns the result.
   */
  refund(orderId: string, refund: NewRefund): Promise<RefundOutcome>
}
