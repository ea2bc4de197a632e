import { and, eq, sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { attempts, orders } from '../../database/schema.ts'
import { ordersIn } from '../../database/states-in-sql.ts'
import { take } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { OrderView } from '../../orders/orders-api.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { processInParallel } from '../../pacing/process-in-parallel.ts'
import { orderStates } from '../../states/order-state.ts'
import { settleByQuery } from './settle-by-query.ts'
import type { RefreshOccasion } from '../payments-api.ts'

type Attempt = OrderRows['attempts'][number]

/** Minimum time between two queries about an order, however often its pages are opened. */
const pauseMs = 5_000
/** A page that stays open asks less and less often: about once per twelfth of the payment's age. */
const pausesOfAge = 12
/** Maximum time that a page waits for the answer. */
const maxWaitMs = 3_000

/** When an order may be queried next. */
function dueAtMs(rows: OrderRows, occasion: RefreshOccasion, now: number): number | undefined {
  const open = rows.attempts.filter(({ state }) => state === 'created')
  if (!orderStates[rows.order.state].payable || open.length === 0) return undefined
  const asked = Math.max(...rows.attempts.map(({ askableAtMs }) => askableAtMs))
  if (occasion === 'return') return asked
  const ageMs = now - Math.max(...open.map(({ createdAtMs }) => createdAtMs))
  return asked + Math.max(0, ageMs / pausesOfAge - pauseMs)
}

/** Takes the lease to query an order; other requests in the next seconds do not get it. */
function leaseQuery(context: OrdersContext, orderId: string): Promise<Attempt[]> {
  const now = context.now()
  return take(
    context,
    update(attempts, {
      set: { askableAtMs: now + pauseMs },
      where: and(
        eq(attempts.orderId, orderId),
        eq(attempts.state, 'created'),
        sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND state IN ${ordersIn.payable})`,
        sql`NOT EXISTS (SELECT 1 FROM ${attempts} other
          WHERE other.order_id = ${orderId} AND other.askable_at_ms > ${now})`,
      ),
    }),
  )
}

/** An order for a page of the customer. */
export interface RefreshedOrder {
  /** `undefined` when there is no such order. */
  readonly order: OrderView | undefined
  /** Whether the service has just confirmed the payment. */
  readonly isPaidNow: boolean
}

/**
 * Reads an order for a page of the customer. The service is first queried about its open payments,
 * so that a failed or cancelled payment is not shown as pending. An order is queried at most once
 * in 5 seconds, and the page waits at most 3 seconds; a later answer is still stored.
 *
 * @param page.occasion `return`: the customer has returned; `watch`: a page stays open, and the
 *   pauses grow with the age of the payment
 * @param page.keepAlive keeps the invocation alive for work after the answer
 */
export async function refreshPayment(
  context: OrdersContext,
  orderId: string,
  page: {
    readonly occasion: RefreshOccasion
    readonly keepAlive: (work: Promise<void>) => void
  },
): Promise<RefreshedOrder> {
  checkContext('refreshPayment', context)
  checkArguments('refreshPayment', { page }, { orderId })
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { order: undefined, isPaidNow: false }
  const now = context.now()
  const dueMs = dueAtMs(rows, page.occasion, now)
  const isDue = dueMs !== undefined && dueMs <= now
  const asked = isDue ? await leaseQuery(context, orderId) : []
  if (asked.length === 0) return { order: orderView(rows), isPaidNow: false }
  // After a failure here polling finds the payment; the page shows the known state.
  const asking = processInParallel(asked, async (attempt) => {
    await settleByQuery(context, attempt)
  }).catch(() => {})
  page.keepAlive(asking)
  const answered = new AbortController()
  const waiting = context.sleep(maxWaitMs, answered.signal).catch(() => {})
  await Promise.race([asking, waiting])
  answered.abort()
  const after = await readOrder(context, orderId)
  if (after === undefined) return { order: undefined, isPaidNow: false }
  return { order: orderView(after), isPaidNow: after.order.state === 'paid' }
}
