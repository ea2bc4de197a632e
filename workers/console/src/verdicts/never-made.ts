import type { OrderView } from '@merchant-edge/orders/api'

/** Lines that say that a payment was made, by a verdict or by the service. */
const saidMade = new Set([
  'payment.confirmed',
  'payment.disputed',
  'payment.known',
  'payment.reopened',
])

/**
 * Whether nothing but a verdict has called a payment with a linked wallet paid, as far as the
 * timeline says, so that it may never have been made. The order store checks the rest.
 */
export function mayBeNeverMade(order: OrderView, transactionId: string): boolean {
  const about = order.timeline.flatMap(({ kind, facts }) => {
    const named = new Map<string, unknown>(Object.entries(facts))
    return saidMade.has(kind) && named.get('transaction_id') === transactionId ? [named] : []
  })
  const reference = about[0]?.get('reference')
  const isLinked = order.attempts.some(
    (one) => one.reference === reference && one.method === 'linked-wallet' && one.state === 'paid',
  )
  return isLinked && about.every((named) => named.get('known') === 'word of a person')
}

/** Whether a disputed payment may take the place of the one that counts, which was never made. */
export function mayCountInstead(order: OrderView): boolean {
  const { payment } = order
  return payment !== undefined && mayBeNeverMade(order, payment.transactionId)
}
