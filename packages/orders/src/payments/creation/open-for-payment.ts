import { sql } from 'drizzle-orm'
import { attempts, orders } from '../../database/schema.ts'
import { attemptsIn, ordersIn } from '../../database/states-in-sql.ts'
import { transactAll } from '../../database/transact.ts'
import type { Read, Transition } from '../../database/transition.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { attemptStates } from '../../states/attempt-state.ts'
import { orderStates } from '../../states/order-state.ts'
import type { PaymentOutcome } from '../payments-api.ts'

/** The outcome for an order that no payment can be started for. */
export function closed(rows: OrderRows): PaymentOutcome {
  return { outcome: 'closed', order: orderView(rows) }
}

/**
 * Why the customer cannot be sent to a payment of an order: it is paid, or money of a linked wallet
 * may be moving. `undefined` when the customer can be.
 */
export function whyNotOpen(
  context: Pick<OrdersContext, 'now'>,
  rows: OrderRows,
): PaymentOutcome | undefined {
  if (!orderStates[rows.order.state].payable) return closed(rows)
  const now = context.now()
  for (const attempt of rows.attempts) {
    if (attemptStates[attempt.state].mayHaveMoved) {
      const isCalling = attempt.state === 'paying' || attempt.state === 'confirming'
      if (isCalling && attempt.leaseUntilMs > now) return { outcome: 'busy' }
      return { outcome: 'unsettled', order: orderView(rows) }
    }
  }
  return undefined
}

/** Whether a transition has happened, and whether its order was closed then. */
export interface StoredWhileOpen {
  readonly isStored: boolean
  /** Whether {@link whyNotOpen} has a reason. */
  readonly isClosed: boolean
}

/**
 * Stores the answer to a creation. The call took seconds, in which the order may have been paid in
 * another way: the same batch reads whether the customer can still be sent to the payment.
 */
export async function storeWhileOpen(
  context: OrdersContext,
  orderId: string,
  transition: Transition,
): Promise<StoredWhileOpen> {
  const notOpen: Read<typeof orders, 'id'> = {
    table: orders,
    columns: ['id'],
    where: sql`${orders.id} = ${orderId} AND (${orders.state} NOT IN ${ordersIn.payable}
      OR EXISTS (SELECT 1 FROM ${attempts} a
        WHERE a.order_id = ${orderId} AND a.state IN ${attemptsIn.mayHaveMoved}))`,
  }
  const done = await transactAll(context, { transitions: [transition], reads: [notOpen] })
  return { isStored: done.happened(transition), isClosed: done.rows(notOpen).length > 0 }
}

/** What the customer of an order that is not open any more is told instead of an outcome. */
export async function outcomeNow(
  context: OrdersContext,
  orderId: string,
  outcome: PaymentOutcome,
): Promise<PaymentOutcome> {
  const rows = await readOrder(context, orderId)
  return (rows && whyNotOpen(context, rows)) ?? outcome
}
