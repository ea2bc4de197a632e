import type { DisputedPaymentState } from '../states/disputed-payment-state.ts'
import type { AttemptState } from '../states/attempt-state.ts'
import type { OrderState } from '../states/order-state.ts'
import type { RefundState } from '../states/refund-state.ts'
import type { StoreFilter } from '../stores/store-filter.ts'
import type { TransferState } from '../states/transfer-state.ts'

/** Something whose outcome is open: the daily file settles it, or a person does. Times are seconds since 1970. */
export type Undecided = {
  /** Whole VND and whole points that are at stake. */
  readonly vnd: number
  readonly points: number
  /** When it began. */
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
      /** An order that a callback calls paid; it is given up to ask whether it is. */
      readonly kind: 'unconfirmed'
      /** That of the order. */
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

/** Which part of what is undecided is asked for. */
export type UndecidedFilter = Pick<StoreFilter, 'storeCodes'>

/** What is undecided, the oldest first. */
export interface UndecidedQueue {
  readonly items: readonly Undecided[]
  /** Whether there are more of a kind than are shown: the 100 oldest of each kind are. */
  readonly isMore: boolean
}

/** What an operator may ask about what is undecided. */
export interface UndecidedApi {
  /**
   * Payments, disputed payments, orders that a callback alone calls paid, refunds and transfers whose outcome is open, the
   * oldest first. Transfers belong to no
   * store, so that a queue of some stores has none.
   */
  listUndecided(filter?: UndecidedFilter): Promise<UndecidedQueue>
}
