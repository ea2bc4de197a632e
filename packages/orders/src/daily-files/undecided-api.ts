import type { DisputedPaymentState } from '../states/disputed-payment-state.ts'
import type { AttemptState } from '../states/attempt-state.ts'
import type { OrderState } from '../states/order-state.ts'
import type { RefundState } from '../states/refund-state.ts'
import type { StoreFilter } from '../stores/store-filter.ts'
import type { TransferState } from '../states/transfer-state.ts'

/**
 * A transaction of open outcome: the daily file or a person has to settle it. Times are in seconds
 * since 1970.
 */
export type Undecided = {
  /** Whole VND and whole points of unknown outcome. */
  readonly vnd: number
  readonly points: number
  /** When the operation began, in seconds since 1970. */
  readonly at: number
} & (
  | {
      readonly kind: 'payment'
      /** Our reference of the attempt. */
      readonly id: string
      readonly orderId: string
      readonly state: AttemptState
    }
  | {
      readonly kind: 'dispute'
      /** Transaction id of the service. */
      readonly id: string
      readonly orderId: string
      readonly state: DisputedPaymentState
    }
  | {
      /**
       * An order that only a callback calls paid; the queries that should confirm it have been
       * given up.
       */
      readonly kind: 'unconfirmed'
      /** Id of the order. */
      readonly id: string
      readonly orderId: string
      readonly state: OrderState
    }
  | {
      readonly kind: 'refund'
      readonly id: string
      readonly orderId: string
      readonly state: RefundState
    }
  | {
      readonly kind: 'transfer'
      readonly id: string
      readonly state: TransferState
    }
)

/** Filter of the list of undecided transactions. */
export type UndecidedFilter = Pick<StoreFilter, 'storeCodes'>

/** Undecided transactions, oldest first. */
export interface UndecidedQueue {
  readonly items: readonly Undecided[]
  /** Whether some kind has more entries than shown; the list has the 100 oldest of each kind. */
  readonly isMore: boolean
}

/** Queries of operators about undecided transactions. */
export interface UndecidedApi {
  /**
   * Payments, disputed payments, orders that a callback alone calls paid, refunds and transfers
   * whose outcome is open, the oldest first. Transfers belong to no store, so a list limited to
   * stores has none.
   */
  listUndecided(filter?: UndecidedFilter): Promise<UndecidedQueue>
}
