import type { Amounts } from '../rules/amounts.ts'
import type { DisputedPaymentState } from '../states/disputed-payment-state.ts'
import type { AttemptState } from '../states/attempt-state.ts'
import type { OrderState } from '../states/order-state.ts'
import type { RefundState } from '../states/refund-state.ts'
import type { StoreFilter } from '../stores/store-filter.ts'
import type { TransferState } from '../states/transfer-state.ts'

/** What all transactions of open outcome have in common. */
interface UndecidedFields extends Amounts {
  /**
   * What it is: `payment` with a linked wallet, `dispute` about a payment, `unconfirmed` order that
   * only a callback reports as paid, `refund` or `transfer`.
   */
  readonly kind: 'payment' | 'dispute' | 'unconfirmed' | 'refund' | 'transfer'
  /** Money of unknown outcome, in whole VND. */
  readonly vnd: number
  /** Points of unknown outcome, a whole number. */
  readonly points: number
  /** When the operation began, in seconds since 1970. */
  readonly at: number
  /**
   * Our reference of the payment attempt, the transaction id of the service for a dispute, or the
   * id of the order, refund or transfer.
   */
  readonly id: string
  /**
   * State of the payment attempt, disputed payment, order, refund or transfer now, as in the record
   * itself.
   */
  readonly state: AttemptState | DisputedPaymentState | OrderState | RefundState | TransferState
}

/** A payment with a linked wallet whose outcome is open. */
export interface UndecidedPayment extends UndecidedFields {
  readonly kind: 'payment'
  /** The merchant's own order id. */
  readonly orderId: string
  readonly state: AttemptState
}

/** A disputed payment on which nobody has decided. */
export interface UndecidedDispute extends UndecidedFields {
  readonly kind: 'dispute'
  /** The merchant's own order id. */
  readonly orderId: string
  readonly state: DisputedPaymentState
}

/**
 * An order that only a callback reports as paid; the queries that should confirm it have been given
 * up.
 */
export interface UnconfirmedOrder extends UndecidedFields {
  readonly kind: 'unconfirmed'
  /** The merchant's own order id. */
  readonly orderId: string
  readonly state: OrderState
}

/** A refund whose outcome, or a half of it, is open. */
export interface UndecidedRefund extends UndecidedFields {
  readonly kind: 'refund'
  /** The merchant's own order id. */
  readonly orderId: string
  readonly state: RefundState
}

/** A transfer whose outcome is open. */
export interface UndecidedTransfer extends UndecidedFields {
  readonly kind: 'transfer'
  readonly state: TransferState
}

/** A transaction of open outcome: the daily file or a person has to settle it. */
export type Undecided =
  | UndecidedPayment
  | UndecidedDispute
  | UnconfirmedOrder
  | UndecidedRefund
  | UndecidedTransfer

/** Filter of the list of undecided transactions. */
export type UndecidedFilter = Pick<StoreFilter, 'storeCodes'>

/** Undecided transactions, oldest first. */
export interface UndecidedQueue {
  /** Transactions of open outcome, oldest first. */
  readonly items: readonly Undecided[]
  /** Whether some kind has more entries than shown; the list has the 100 oldest of each kind. */
  readonly isMore: boolean
}

/** Queries of operators about undecided transactions. */
export interface UndecidedApi {
  /**
   * Payments, disputed payments, orders that only a callback reports as paid, refunds and transfers
   * whose outcome is open, the oldest first. Transfers belong to no store, so a list limited to
   * stores has none.
   */
  listUndecided(filter?: UndecidedFilter): Promise<UndecidedQueue>
}
