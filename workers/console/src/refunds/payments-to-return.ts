import type { OrderView } from '@merchant-edge/orders/api'

/** A payment with a refundable rest. */
export interface PaymentToReturn {
  readonly transactionId: string
  /** Whether it is the payment that counts as the order's. */
  readonly counts: boolean
  readonly left: { readonly vnd: number; readonly points: number }
}

/** The refundable payments of an order; the one that counts comes first. */
export function paymentsToReturn(order: OrderView): readonly PaymentToReturn[] {
  const { payment, refunded, disputedPayments } = order
  const all: PaymentToReturn[] = disputedPayments
    .filter(({ state }) => state === 'open')
    .map(({ transactionId, vnd, points, refunded: back }) => ({
      transactionId,
      counts: false,
      left: { vnd: vnd - back.vnd, points: points - back.points },
    }))
  if (payment !== undefined) {
    const { transactionId, vnd, points } = payment
    const left = { vnd: vnd - refunded.vnd, points: points - refunded.points }
    all.unshift({ transactionId, counts: true, left })
  }
  return all.filter(({ left }) => left.vnd + left.points > 0)
}
