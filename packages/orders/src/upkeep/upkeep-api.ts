/** What a sweep did; every number is a count of rows. */
export interface SweepReport {
  readonly polled: number
  readonly confirmed: number
  readonly expired: number
  readonly orphansMatched: number
  readonly refundsSettled: number
  /** Links that the service has confirmed, ended or given up. */
  readonly linksSettled: number
  /** Payments with linked wallets that have reached another state. */
  readonly linkedPaymentsSettled: number
  /** Transfers whose call was interrupted and that are unknown from now on. */
  readonly transfersUnknown: number
  readonly delivered: number
  readonly failed: number
  readonly sealed: number
}
