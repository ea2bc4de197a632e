import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { attempts, orders } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { take } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, type OrderRows } from '../orders/order-view.ts'
import type { OrderView } from '../orders/orders-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import { orderStates } from '../states/order-state.ts'
import { askAboutAttempt } from './ask-about-attempt.ts'
import type { RefreshOccasion } from './payments-api.ts'

type Attempt = OrderRows['attempts'][number]

/** Between two questions about an order, however often its pages are opened. */
const pauseMs = 5_000
/** A page that only stays open asks less and less: about once in a twelfth of the payment's age. */
const pausesOfAge = 12
/** The longest time for which a page is kept waiting for the answer. */
const longestWaitMs = 3_000

/** When an order may be asked about next. */
function dueAtMs(rows: OrderRows, occasion: RefreshOccasion, now: number): number | undefined {
  const open = rows.attempts.filter(isAskable)
  if (!orderStates[rows.order.state].payable || open.length === 0) return undefined
  const asked = Math.max(...rows.attempts.map(({ askableAtMs }) => askableAtMs))
  if (occasion === 'return') return asked
  const ageMs = now - Math.max(...open.map(({ createdAtMs }) => createdAtMs))
  return asked + Math.max(0, Math.floor(ageMs / pausesOfAge) - pauseMs)
}

/** A payment with a linked wallet cannot be asked about, and one without an id neither. */
function isAskable({ state, serviceOrderId }: Attempt): boolean {
  return state === 'created' && serviceOrderId !== null
}

/** Takes the turn to ask about an order: whoever asks for it in the next seconds gets nothing. */
function takeTurn(context: OrdersContext, orderId: string): Promise<Attempt[]> {
  const now = context.now()
  return take(
    context,
    update(attempts, {
      set: { askableAtMs: now + pauseMs },
      where: and(
        eq(attempts.orderId, orderId),
        eq(attempts.state, 'created'),
        isNotNull(attempts.serviceOrderId),
        sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND state IN ${ordersIn.payable})`,
        sql`NOT EXISTS (SELECT 1 FROM ${attempts} other
          WHERE other.order_id = ${orderId} AND other.askable_at_ms > ${now})`,
      ),
    }),
  )
}

/** An order as a page of the customer shows it. */
export interface RefreshedOrder {
  /** `undefined` when there is no such order. */
  readonly order: OrderView | undefined
  /** Whether the service has said now that it is paid. */
  readonly isPaidNow: boolean
}

/**
 * Reads an order for a page of the customer, and asks the service about its open payments before, so that
 * a payment that failed or was cancelled does not look as if it were still awaited. The service is asked
 * about an order once in 5 seconds at most, and the page waits 3 seconds at most: what the service answers
 * later is put on disk all the same.
 *
 * @param page.occasion `return`: the customer has come back; `watch`: a page stays open, for which the
 *   pauses grow with the age of the payment
 * @param page.keepAlive lets work go on after the answer
 */
export async function refreshPayment(
  context: OrdersContext,
  orderId: string,
  page: {
    readonly occasion: RefreshOccasion
    readonly keepAlive: (work: Promise<void>) => void
  },
): Promise<RefreshedOrder> {
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { order: undefined, isPaidNow: false }
  const now = context.now()
  const dueMs = dueAtMs(rows, page.occasion, now)
  const isDue = dueMs !== undefined && dueMs <= now
  const asked = isDue ? await takeTurn(context, orderId) : []
  if (asked.length === 0) return { order: orderView(rows), isPaidNow: false }
  // What fails here is found by the polls; the page shows what is known.
  const asking = inParallel(asked, async (attempt) => {
    await askAboutAttempt(context, attempt)
  }).catch(() => {})
  page.keepAlive(asking)
  const answered = new AbortController()
  const waiting = context.sleep(longestWaitMs, answered.signal).catch(() => {})
  await Promise.race([asking, waiting])
  answered.abort()
  const after = await readOrder(context, orderId)
  if (after === undefined) return { order: undefined, isPaidNow: false }
  return { order: orderView(after), isPaidNow: after.order.state === 'paid' }
}
