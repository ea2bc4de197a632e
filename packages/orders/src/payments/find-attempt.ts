import { sql } from 'drizzle-orm'
import { attempts, orders } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import type { Read } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'

/** An attempt together with its order. */
export interface AttemptOfOrder {
  readonly attempt: typeof attempts.$inferSelect
  readonly order: typeof orders.$inferSelect
}

/** What of a callback leads to its attempt. */
export interface CallbackPlace {
  /** Our reference, from the callback's path; absent when the order was created elsewhere. */
  readonly reference?: string
  readonly serviceOrderId: string
}

/**
 * Finds the attempts that callbacks belong to, each by our reference from its path, else by the order id of
 * the service.
 *
 * @returns one for each callback, in their order; `undefined` where no attempt is known
 */
export async function findAttempts(
  context: OrdersContext,
  places: readonly CallbackPlace[],
): Promise<(AttemptOfOrder | undefined)[]> {
  if (places.length === 0) return []
  // One JSON parameter each, for D1 takes at most 100 parameters.
  const references = JSON.stringify(places.flatMap(({ reference }) => reference ?? []))
  const serviceOrderIds = JSON.stringify(places.map(({ serviceOrderId }) => serviceOrderId))
  const named = sql`(reference IN (SELECT value FROM json_each(${references}))
    OR service_order_id IN (SELECT value FROM json_each(${serviceOrderIds})))`
  const ofCallbacks: Read<typeof attempts> = { table: attempts, where: named }
  const ofAttempts: Read<typeof orders> = {
    table: orders,
    where: sql`id IN (SELECT order_id FROM ${attempts} WHERE ${named})`,
  }
  const done = await transactAll(context, { reads: [ofCallbacks, ofAttempts] })
  const orderOf = new Map(done.rows(ofAttempts).map((order) => [order.id, order]))
  const byReference = new Map<string, AttemptOfOrder>()
  const byServiceOrder = new Map<string, AttemptOfOrder>()
  for (const attempt of done.rows(ofCallbacks)) {
    const order = orderOf.get(attempt.orderId)
    if (order === undefined) continue
    byReference.set(attempt.reference, { attempt, order })
    if (attempt.serviceOrderId !== null) {
      byServiceOrder.set(attempt.serviceOrderId, { attempt, order })
    }
  }
  return places.map(
    ({ reference, serviceOrderId }) =>
      (reference === undefined ? undefined : byReference.get(reference)) ??
      byServiceOrder.get(serviceOrderId),
  )
}

/** Finds the attempt that one callback belongs to: {@link findAttempts}. */
export async function findAttempt(
  context: OrdersContext,
  place: CallbackPlace,
): Promise<AttemptOfOrder | undefined> {
  const [found] = await findAttempts(context, [place])
  return found
}
