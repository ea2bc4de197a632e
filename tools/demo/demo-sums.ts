import type { DemoOrder, DemoPlan } from './demo-plan.ts'

/** The sums of a plan: payments and refunds. Money is whole VND. */
export interface DemoSums {
  readonly payments: number
  readonly paidVnd: number
  readonly refunds: number
  readonly returnedVnd: number
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Adds up the paid orders of a plan and the refunds that the merchant's own systems make. */
export function demoSums(
  { days }: DemoPlan,
  {
    day,
    ofOrder = () => true,
  }: {
    /** Only events of this day. */
    readonly day?: string
    /** Only these orders, and the refunds of them. */
    readonly ofOrder?: (order: DemoOrder) => boolean
  } = {},
): DemoSums {
  const orders = days
    .flatMap(({ hours }) => hours.flatMap((hour) => hour.orders))
    .filter((order) => ofOrder(order))
  const named = new Set(orders.map(({ id }) => id))
  const hours = days
    .filter((one) => day === undefined || one.day === day)
    .flatMap(({ hours }) => hours)
  const paid = hours
    .flatMap((hour) => hour.orders)
    .filter(({ id, fate }) => named.has(id) && (fate === 'paid' || fate === 'lost'))
  const returned = hours
    .flatMap((hour) => hour.refunds)
    .filter(({ orderId, fate }) => named.has(orderId) && fate === 'refunded')
  return {
    payments: paid.length,
    paidVnd: sumOf(paid.map(({ amountVnd }) => amountVnd)),
    refunds: returned.length,
    returnedVnd: sumOf(returned.map(({ vnd }) => vnd)),
  }
}
