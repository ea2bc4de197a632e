import type { Alert, OrderView } from '@merchant-edge/orders/api'
import type { ConsoleViewApi } from '@merchant-edge/orders/operators'

const shown = 100

/** Subjects under which an alert may be about an order. */
function subjectsOf(order: OrderView): Readonly<Record<'payment' | 'refund', readonly string[]>> {
  return {
    payment: [
      order.id,
      ...order.attempts.map(({ reference }) => reference),
      ...order.disputedPayments.map(({ transactionId }) => transactionId),
    ],
    refund: order.refunds.map(({ id }) => id),
  }
}

/**
 * Whether an alert whose subject is one of an order's names is about that order. A refund id is
 * chosen freely, and may equal the id of a transfer, or of an order of a store that the operator
 * may not see.
 */
function isAbout({ kind, subject, facts }: Alert, order: OrderView): boolean {
  const named = new Map(Object.entries(facts))
  const orderId = named.get('order_id')
  if (orderId !== undefined && orderId !== null) return orderId === order.id
  const what = named.get('what')
  if (kind.startsWith('transfer_') || named.has('transfer_id') || what === 'transfer') return false
  const { payment, refund } = subjectsOf(order)
  const isOfRefund = what === 'refund' || kind.startsWith('refund_')
  return (isOfRefund ? refund : payment).includes(subject)
}

/** Open alerts about an order, chosen from the newest hundred under its names. */
export async function alertsOfOrder(
  view: Pick<ConsoleViewApi, 'listAlerts'>,
  order: OrderView,
): Promise<readonly Alert[]> {
  const { payment, refund } = subjectsOf(order)
  const subjects = [...payment, ...refund]
  const { alerts } = await view.listAlerts({ state: 'open', subjects, limit: shown })
  return alerts.filter((alert) => isAbout(alert, order))
}
