import type { HealthView } from './alerts/alerts-api.ts'
import type { CallbackRecord, RecordOutcome } from './callbacks/callback-record.ts'
import type { DailyFilesApi } from './daily-files/daily-files-api.ts'
import type { LinkedPaymentsApi } from './linked-payments/linked-payments-api.ts'
import type { LinkCallbacksApi, LinksApi } from './links/links-api.ts'
import type { NewOrder, OpenOutcome, OrderView } from './orders/orders-api.ts'
import type { PaymentOutcome, RefreshOccasion } from './payments/payments-api.ts'
import type { NewRefund, RefundOutcome } from './refunds/refunds-api.ts'
import type { SearchApi } from './search/search-api.ts'
import type { PaymentMethod } from './states/attempt-state.ts'
import type { TransfersApi } from './transfers/transfers-api.ts'

/**
 * Methods of the orders Worker for the Worker that receives payment callbacks. None of them reads
 * an order or moves money.
 */
export interface CallbacksApi {
  /** Stores a verified callback; acknowledge the callback only after this returns. */
  record(callback: CallbackRecord): Promise<RecordOutcome>
  /**
   * A callback token made with the current secret, for no order. A Worker that cannot verify it
   * would refuse the callbacks of every new payment.
   */
  sampleToken(): Promise<string>
}

/**
 * Methods of the orders Worker for requests without the secret of the shop: pages of customers,
 * link callbacks of the service, a monitor. Every method is idempotent.
 */
export interface PublicPagesApi
  extends
    LinkCallbacksApi,
    Pick<LinksApi, 'findLink'>,
    Pick<LinkedPaymentsApi, 'payWithLink' | 'requestNewCode' | 'confirmOtp'> {
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /**
   * Creates a payment at the service, or returns an existing one that is still payable.
   *
   * @param returnKey the key in the address to which the customer returns after paying
   */
  startPayment(id: string, method: PaymentMethod, returnKey?: string): Promise<PaymentOutcome>
  /**
   * Reads an order for a page of the customer. The service is first queried about its open
   * payments, at most once in a few seconds; it waits at most 3 seconds for the answer.
   */
  refreshPayment(id: string, occasion: RefreshOccasion): Promise<OrderView | null>
  /** Counts for a monitor: alerts that wait for a person, and the age of the oldest due work. */
  health(): Promise<HealthView>
}

/**
 * Methods of the orders Worker for the shop's backend. Every method is idempotent: after a lost
 * answer, repeat the call with the same arguments.
 */
export interface OrdersApi
  extends LinksApi, LinkedPaymentsApi, TransfersApi, DailyFilesApi, Pick<SearchApi, 'listOrders'> {
  /**
   * Stores a new order. The same order again changes nothing; other fields under its id are a
   * conflict.
   */
  open(order: NewOrder): Promise<OpenOutcome>
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /**
   * Creates a payment for the shop's till or app to show, or returns an existing one that is still
   * payable.
   */
  startPayment(id: string, method: PaymentMethod): Promise<PaymentOutcome>
  /**
   * Makes a refund: reserves the amount, calls the service and settles. A retry with the same id
   * resumes or returns the result.
   */
  refund(orderId: string, refund: NewRefund): Promise<RefundOutcome>
}
