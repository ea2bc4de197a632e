import type { AttemptMethod } from '../states/attempt-state.ts'
import type { StoreFilter } from '../stores/store-filter.ts'

/** The requested range of takings. */
export interface TakingsRange extends Pick<StoreFilter, 'storeCode' | 'storeCodes'> {
  /** First day of Vietnam, `YYYY-MM-DD`. */
  readonly from: string
  /** Last day, at most 30 days after the first; only the first when left out. */
  readonly to?: string
}

/** Sums of payments and refunds. Money is in whole VND; points are whole points of the wallet. */
export interface TakingsSums {
  /** Number of payments that are known to have succeeded, disputed ones included. */
  readonly payments: number
  /** Money of these payments, in whole VND. */
  readonly paidVnd: number
  /** Points of these payments, a whole number. */
  readonly paidPoints: number
  /**
   * Number of refunds made through this system that are known to be complete; refunds made outside
   * of it are not included. Two halves that were refunded separately count as two.
   */
  readonly refunds: number
  /** Money of these refunds, in whole VND. */
  readonly returnedVnd: number
  /** Points of these refunds, a whole number. */
  readonly returnedPoints: number
}

/** Takings of an hour, or of a day. */
export interface TakingsOfTime extends TakingsSums {
  /** When it begins, in seconds since 1970. */
  readonly at: number
}

/** Takings of one store; orders without a store are together in one entry. */
export interface TakingsOfStore extends TakingsSums {
  /** Code of the store; absent for orders without a store. */
  readonly storeCode?: string
}

/** Takings by one way to pay. */
export interface TakingsOfMethod extends TakingsSums {
  /**
   * `web-payment`: on the hosted page; `transaction-qr`: by QR; `app-to-app`: in the wallet app;
   * `linked-wallet`: from a linked wallet. Absent where the payment's attempt is not known.
   */
  readonly method?: AttemptMethod
}

/** Takings of a day by its hours, or of several days by day; by store and by method in any case. */
export interface Takings {
  /** First day of Vietnam, `YYYY-MM-DD`. */
  readonly from: string
  /** Last day of Vietnam, `YYYY-MM-DD`. */
  readonly to: string
  /** Sums of all days. */
  readonly total: TakingsSums
  /** The 24 hours of one day, or each day of several; including those without takings. */
  readonly times: readonly TakingsOfTime[]
  /** Sums by store, the largest sum in VND first. */
  readonly stores: readonly TakingsOfStore[]
  /** Sums by way to pay, the largest sum in VND first. */
  readonly methods: readonly TakingsOfMethod[]
  /**
   * Set when the range has more payments and refunds than one call counts (50,000): only those from
   * this time on are counted, in seconds since 1970. Request fewer days in this case.
   */
  readonly countedSince?: number
}

/** Queries of operators about takings. */
export interface TakingsApi {
  /**
   * Takings by time, store and method. Each payment and refund counts at the time at which it
   * became known.
   */
  takings(range: TakingsRange): Promise<Takings>
}
