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
  /** Where it is sold; the merchant's usual store and terminal when left out. */
  readonly store?: StoreAndTerminal
  /** Extra information of the order. @see Specification 2.5 */
  readonly extraData?: ExtraData
}

/** A payment on the hosted page. */
export interface WebPaymentToCreate extends PaymentToCreate {
  /** Address to which the service sends the customer's browser after the payment. */
  readonly redirectUrl: string
}

/** A refund to ask the service for. */
export interface RefundToMake {
  /** order_reference_id of the refund; a repeat carries the same one. */
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

/** Codes with which the service accepts a refund. @see Specification 2.6 */
export type RefundCode = 200 | 2000801 | 2000802

/** What a refund answers with when it is accepted. */
export interface RefundAccepted {
  /** 200: everything is back; 2000801: points follow; 2000802: money follows. */
  readonly code: RefundCode
  /** Transaction that returned the money, when the service names one. */
  readonly refundTransactionId?: string
  /** Its number in the daily files, when the service names one. */
  readonly refundWalletNumber?: string
}

/** The calls to the wallet service that orders need; the roof fills it with a client. */
export interface PaymentPort extends LinkedWalletPort, TransferPort {
  createWebPayment(payment: WebPaymentToCreate): Promise<PortAnswer<WebPayment>>
  createTqrOrder(payment: PaymentToCreate): Promise<PortAnswer<TransactionQr>>
  /** The service takes no life for it: `expiresInMinutes` is always 15. */
  createAppPayment(payment: PaymentToCreate): Promise<PortAnswer<TransactionOrder>>
  queryOrder(serviceOrderId: string): Promise<PortAnswer<OrderStatus>>
  refundOrder(refund: RefundToMake): Promise<PortAnswer<RefundAccepted>>
}
