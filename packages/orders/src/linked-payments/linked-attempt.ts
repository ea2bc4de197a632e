/** A payment with a linked wallet that is on disk, and what its records need. */
export interface LinkedAttempt {
  readonly orderId: string
  readonly reference: string
  /** Price of the order in whole VND, which the signed request names. */
  readonly amountVnd: number
  /** Whether the shop wants the money held first. */
  readonly holds: boolean
  /** Until when the customer may type the one-time code, in milliseconds since 1970. */
  readonly expiresAtMs: number
}

/** How long one call may be under way before its outcome counts as unknown. */
export const callLeaseMs = 90_000

/** Rest before a payment of unknown outcome, which was to be held, is asked to be released. */
export const releaseUnknownAfterMs = 15 * 60_000
