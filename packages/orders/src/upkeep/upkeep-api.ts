/** Result of a sweep; every number is a count of rows. */
export interface SweepReport {
  readonly polled: number
  readonly confirmed: number
  readonly expired: number
  readonly orphansMatched: number
  readonly refundsSettled: number
  /** Links that the service has confirmed, ended or given up. */
  readonly linksSettled: number
  /** Payments with linked wallets whose state has changed. */
  readonly linkedPaymentsSettled: number
  /** Transfers that became unknown because their call was interrupted. */
  readonly transfersUnknown: number
  readonly delivered: number
  readonly failed: number
  readonly sealed: number
}
