import { openDatabase } from '../database/open-database.ts'
import { orders } from '../database/schema.ts'
import { journalEntry } from '../journal/journal.ts'
import type { NewOrder, OpenOutcome } from '../orders-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { requireFields } from '../rules/field-rule.ts'
import { orderRules } from '../rules/request-rules.ts'
import { orderReads } from './find-order.ts'
import { orderView } from './order-view.ts'

const defaultExpiresInMinutes = 15

function checkNewOrder(order: NewOrder, returnOrigins: readonly string[]): void {
  requireFields('order', orderRules, order)
  if (order.holdPayment === true && order.linkedCustomerId === undefined) {
    throw new TypeError(
      "The order's holdPayment must be left out when there is no linkedCustomerId: only a linked wallet can hold.",
    )
  }
  if (order.returnUrl === undefined) return
  const origin = URL.parse(order.returnUrl)?.origin
  if (origin === undefined || !returnOrigins.includes(origin)) {
    throw new TypeError(
      "The order's returnUrl must be an address on one of the allowed origins (RETURN_ORIGINS of the orders Worker).",
    )
  }
}

/** The price, and whose wallet may be charged and how: what a repeat must not silently differ in. */
function isSame(row: typeof orders.$inferSelect, order: NewOrder): boolean {
  return (
    row.amountVnd === order.amountVnd &&
    row.linkedCustomerId === (order.linkedCustomerId ?? null) &&
    row.holdsPayment === (order.holdPayment ?? false)
  )
}

/**
 * Puts a new order on disk. The same order announced again changes nothing.
 *
 * @throws TypeError when a field is out of its range
 */
export async function openOrder(context: OrdersContext, order: NewOrder): Promise<OpenOutcome> {
  checkNewOrder(order, context.returnOrigins)
  const db = openDatabase(context)
  const now = context.now()
  const lifeMs = (order.expiresInMinutes ?? defaultExpiresInMinutes) * 60_000
  const [inserted, , [row], attemptRows, refundRows, journalRows] = await db.batch([
    db
      .insert(orders)
      .values({
        id: order.id,
        state: 'creating',
        amountVnd: order.amountVnd,
        description: order.description ?? '',
        returnUrl: order.returnUrl ?? null,
        createdAtMs: now,
        expiresAtMs: now + lifeMs,
        linkedCustomerId: order.linkedCustomerId ?? null,
        holdsPayment: order.holdPayment ?? false,
      })
      .onConflictDoNothing(),
    journalEntry(
      db,
      {
        atMs: now,
        kind: 'order.opened',
        orderId: order.id,
        dedupe: `order.opened:${order.id}`,
        evidence: 'own record',
        data: { amount_vnd: order.amountVnd },
      },
      { afterChange: true },
    ),
    ...orderReads(db, order.id),
  ])
  if (row === undefined) throw new Error('The order vanished while it was opened.')
  const view = orderView({
    order: row,
    attempts: attemptRows,
    refunds: refundRows,
    journal: journalRows,
  })
  if (inserted.meta.changes === 1) return { outcome: 'opened', order: view }
  return { outcome: isSame(row, order) ? 'existing' : 'conflict', order: view }
}
