/** A loyalty call that the shop has made, and the answer that it has got. */
export interface LoyaltyCall {
  readonly call: 'topUpPoints' | 'orderGiftCodes'
  readonly id: string
  readonly request: object
  /** Status of the newest answer; `undefined` when there was none. */
  status: number | undefined
  /** Body of the first answer that said that the call is done. */
  done: string | undefined
  /** Whether a repeated call got another answer than the first: other gift codes, for example. */
  differs: boolean
}

/** Whether a status says what became of the call. */
export function isKnown(status: number | undefined): boolean {
  return status !== undefined && status !== 202 && status < 500
}
