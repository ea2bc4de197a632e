import type {
  OrderStatus,
  TransactionOrder,
  TransactionQr,
} from '@merchant-edge/contract/transaction-qr'
import type { WebPayment } from '@merchant-edge/contract/web-payment'
import type { ExtraData } from '../rules/extra-data.ts'
import type { StoreAndTerminal } from '../stores/stores.ts'
import type { LinkedWalletPort, TransferPort } from './linked-port.ts'
import type { PortAnswer } from './port-answer.ts'

/** A payment to create at the service. */
export interface PaymentToCreate {
  /** `order_reference_id` of the attempt, at most 35 characters. */
  readonly reference: string
  readonly amountVnd: number
  /** What the customer reads; may be empty. */
  readonly description: string
  /** Life of the payment in whole minutes, 3 to 15. */
  readonly expiresInMinutes: number
  readonly callbackUrl: string
  /** Store and terminal; the merchant's default ones when left out. */
  readonly store?: StoreAndTerminal
  /** Extra information of the order. @see Specification 2.5 */
  readonly extraData?: ExtraData
}

/** A payment on the hosted page. */
export interface WebPaymentToCreate extends PaymentToCreate {
  /** Address to which the service sends the customer's browser after the payment. */
  readonly redirectUrl: string
}

/** A refund to request from the service. */
export interface RefundToMake {
  /** order_reference_id of the refund; a retry uses the same one. */
  readonly refundId: string
  /** order_reference_id of the attempt that was paid. */
  readonly originalReference: string
  /** Money to return in whole VND, 0 for none. */
  readonly vnd: number
  /** Points to return, 0 for none. */
  readonly points: number
  readonly reason?: string
  readonly staffId?: string
  readonly staffName?: string
}

/** Success codes of a refund. @see Specification 2.6 */
export type RefundCode = 200 | 2000801 | 2000802

/** The service's answer to an accepted refund. */
export interface RefundAccepted {
  /** 200: everything is refunded; 2000801: points follow later; 2000802: money follows later. */
  readonly code: RefundCode
  /** Transaction that returned the money, when the service names one. */
  readonly refundTransactionId?: string
  /** Its number in the daily files, when the service names one. */
  readonly refundWalletNumber?: string
}

/**
 * The calls to the wallet service that the order store needs; the orders Worker implements them
 * with a client.
 */
export interface PaymentPort extends LinkedWalletPort, TransferPort {
  createWebPayment(payment: WebPaymentToCreate): Promise<PortAnswer<WebPayment>>
  createTqrOrder(payment: PaymentToCreate): Promise<PortAnswer<TransactionQr>>
  /** The service accepts no lifetime for it: `expiresInMinutes` is always 15. */
  createAppPayment(payment: PaymentToCreate): Promise<PortAnswer<TransactionOrder>>
  queryOrder(serviceOrderId: string): Promise<PortAnswer<OrderStatus>>
  refundOrder(refund: RefundToMake): Promise<PortAnswer<RefundAccepted>>
}
