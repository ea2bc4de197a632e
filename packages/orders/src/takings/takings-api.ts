import type { AttemptMethod } from '../states/attempt-state.ts'
import type { StoreFilter } from '../stores/store-filter.ts'

/** Which takings are asked for. */
export interface TakingsRange extends Pick<StoreFilter, 'storeCode' | 'storeCodes'> {
  /** First day of Vietnam, `YYYY-MM-DD`. */
  readonly from: string
  /** Last day, at most 30 days after the first; only the first when left out. */
  readonly to?: string
}

/** What was paid and what was returned. Money is whole VND; points are whole points of the wallet. */
export interface TakingsSums {
  /** Payments that are known to have succeeded, disputed ones included. */
  readonly payments: number
  readonly paidVnd: number
  readonly paidPoints: number
  /**
   * Refunds made here that are known to be back, and none that were made elsewhere; two halves that came back one after the
   * other are two.
   */
  readonly refunds: number
  readonly returnedVnd: number
  readonly returnedPoints: number
}

/** Takings of an hour, or of a day. */
export interface TakingsOfTime extends TakingsSums {
  /** When it begins, in seconds since 1970. */
  readonly at: number
}

/** Takings of a store. */
export interface TakingsOfStore extends TakingsSums {
  /** Absent for orders without a store. */
  readonly storeCode?: string
}

/** Takings by one way to pay. */
export interface TakingsOfMethod extends TakingsSums {
  /** Absent where the payment's attempt is not known. */
  readonly method?: AttemptMethod
}

/** Takings of a day by its hours, or of several days by day; by store and by method in any case. */
export interface Takings {
  readonly from: string
  readonly to: string
  readonly total: TakingsSums
  /** The 24 hours of one day, or each day of several; those without takings are there too. */
  readonly times: readonly TakingsOfTime[]
  /** The largest sum in VND first. */
  readonly stores: readonly TakingsOfStore[]
  /** The largest sum in VND first. */
  readonly methods: readonly TakingsOfMethod[]
  /**
   * Set when the range has more payments and refunds than one call counts (50,000): only those from this moment on are
   * counted, in seconds since 1970. Ask for fewer days then.
   */
  readonly countedSince?: number
}

/** What an operator may ask about takings. */
export interface TakingsApi {
  /** Takings by time, store and method, each payment and refund at the moment at which it became known. */
  takings(range: TakingsRange): Promise<Takings>
}
