import { openDatabase } from '../database/open-database.ts'
import { orders } from '../database/schema.ts'
import { journalEntry } from '../journal/journal.ts'
import type { NewOrder, OpenOutcome } from '../orders-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderReads } from './find-order.ts'
import { orderView } from './order-view.ts'

const defaultExpiresInMinutes = 15
const expiresInMinutesMin = 3
const expiresInMinutesMax = 1_440
const descriptionCharacters = 255

function requireThat(condition: boolean, field: string, rule: string): void {
  if (!condition) throw new TypeError(`The order's ${field} must be ${rule}.`)
}

function checkNewOrder(order: NewOrder, returnOrigins: readonly string[]): void {
  const { amountVnd, description = '', expiresInMinutes = defaultExpiresInMinutes } = order
  requireThat(/^[A-Za-z0-9_-]{1,64}$/.test(order.id), 'id', '1 to 64 characters of A-Z a-z 0-9 _ -')
  requireThat(
    Number.isSafeInteger(amountVnd) && amountVnd > 0,
    'amountVnd',
    'a whole number of VND greater than 0',
  )
  requireThat(
    description.length <= descriptionCharacters,
    'description',
    `at most ${descriptionCharacters} characters`,
  )
  requireThat(
    Number.isInteger(expiresInMinutes) &&
      expiresInMinutes >= expiresInMinutesMin &&
      expiresInMinutes <= expiresInMinutesMax,
    'expiresInMinutes',
    `a whole number from ${expiresInMinutesMin} to ${expiresInMinutesMax}`,
  )
  requireThat(
    order.linkedCustomerId === undefined || /^[A-Za-z0-9_-]{1,64}$/.test(order.linkedCustomerId),
    'linkedCustomerId',
    '1 to 64 characters of A-Z a-z 0-9 _ -',
  )
  requireThat(
    order.holdPayment !== true || order.linkedCustomerId !== undefined,
    'holdPayment',
    'left out when there is no linkedCustomerId: only a linked wallet can hold',
  )
  if (order.returnUrl === undefined) return
  const origin = URL.parse(order.returnUrl)?.origin
  requireThat(
    origin !== undefined && returnOrigins.includes(origin),
    'returnUrl',
    'an address on one of the allowed origins (RETURN_ORIGINS of the orders Worker)',
  )
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
