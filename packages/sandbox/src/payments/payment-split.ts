/** How an order is paid: wallet money and points together make up its amount. */
export interface PaymentSplit {
  readonly vnd: number
  readonly points: number
}

/** A way to pay that the page offers. */
export type SplitChoice = 'money' | 'points' | 'both'

/** What decides how an order can be split. */
export interface SplitBasis {
  readonly amountVnd: number
  /** Points in the customer's wallet. */
  readonly pointsAtHand: number
  readonly pointValueVnd: number
}

/**
 * Money and points of a choice. `points` needs an amount that whole points can pay; `both` spends
 * as many points as there are and takes money for the rest.
 *
 * @returns `undefined` when the choice does not exist for this order
 */
export function splitOf(choice: SplitChoice, basis: SplitBasis): PaymentSplit | undefined {
  const { amountVnd, pointsAtHand, pointValueVnd } = basis
  if (choice === 'money') return { vnd: amountVnd, points: 0 }
  const wholePoints = Math.floor(amountVnd / pointValueVnd)
  if (choice === 'points') {
    return wholePoints * pointValueVnd === amountVnd ? { vnd: 0, points: wholePoints } : undefined
  }
  const points = Math.min(pointsAtHand, wholePoints)
  const vnd = amountVnd - points * pointValueVnd
  return points > 0 && vnd > 0 ? { vnd, points } : undefined
}

/** Reads a choice from a form; anything unknown is `undefined`. */
export function readChoice(value: string | undefined): SplitChoice | undefined {
  return value === 'money' || value === 'points' || value === 'both' ? value : undefined
}
