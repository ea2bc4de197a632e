import { checkOptions } from '@merchant-edge/signing/options'

/** Value of a point in VND. Assumes G-27. @see Specification 1 */
export const pointValueVnd = 1000

/** Maximum points that a price can be paid with; the rest is paid with money. */
export function maxPointsOf(amountVnd: number): number {
  checkOptions('maxPointsOf', { amountVnd }, { amountVnd: 'number!' })
  return Math.floor(amountVnd / pointValueVnd)
}

/** The paid parts in the service's answer to a query. @see Specification 2.3 */
interface SaidParts {
  readonly order_amount: number
  readonly vnd_amount?: number | null | undefined
  readonly point_amount?: number | null | undefined
}

/**
 * The part of a price that neither money nor points of the customer pay: a promotion of the
 * service. 0 when the service names neither, and negative when they are worth more than the price.
 * Assumes G-159.
 */
export function discountOf({ order_amount, vnd_amount, point_amount }: SaidParts): number {
  const money = vnd_amount ?? 0
  const points = point_amount ?? 0
  if (money === 0 && points === 0) return 0
  return order_amount - money - Math.round(points * pointValueVnd)
}

/** Divides a paid price into points and money. */
export function partsOfPrice(
  amountVnd: number,
  points: number,
): { readonly order_amount: number; readonly vnd_amount: number; readonly point_amount: number } {
  checkOptions('partsOfPrice', { amountVnd, points }, { amountVnd: 'number!', points: 'number!' })
  const money = amountVnd - points * pointValueVnd
  return { order_amount: amountVnd, vnd_amount: money, point_amount: points }
}
