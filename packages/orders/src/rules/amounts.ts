/** Money and points together, as one payment or refund may have both. */
export interface Amounts {
  /** Money in whole VND. */
  readonly vnd: number
  /** Points of the wallet, a whole number. */
  readonly points: number
}
