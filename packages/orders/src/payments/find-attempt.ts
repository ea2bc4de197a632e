import { sql, type SQL } from 'drizzle-orm'
import { attempts, orders } from '../database/schema.ts'
import { readTogether, type Transacted } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'

const attemptColumns = ['reference', 'orderId', 'serviceOrderId'] as const
const orderColumns = ['id', 'amountVnd', 'holdsPayment'] as const

/** An attempt together with its order, and of both what callbacks are compared with. */
export interface AttemptOfOrder {
  readonly attempt: Pick<typeof attempts.$inferSelect, (typeof attemptColumns)[number]>
  readonly order: Pick<typeof orders.$inferSelect, (typeof orderColumns)[number]>
}

/** What of a callback leads to its attempt. */
export interface CallbackPlace {
  /** Our reference, from the callback's path; absent when the order was created elsewhere. */
  readonly reference?: string
  readonly serviceOrderId: string
}

/**
 * The reads that find the attempts of callbacks with their orders, for a batch.
 *
 * @param references SELECT of our references in their paths
 * @param serviceOrderIds SELECT of the order ids of the service in them
 */
export function readsOfAttempts(references: SQL, serviceOrderIds: SQL) {
  const named = sql`(reference IN (${references}) OR service_order_id IN (${serviceOrderIds}))`
  return {
    attempts: { table: attempts, columns: attemptColumns, where: named },
    orders: {
      table: orders,
      columns: orderColumns,
      where: sql`id IN (SELECT order_id FROM ${attempts} WHERE ${named})`,
    },
  } as const
}

/**
 * What the reads have found of callbacks, each by our reference from its path, else by the order id of the service.
 *
 * @returns one for each callback, in their order; `undefined` where no attempt is known
 */
export function attemptsOf(
  places: readonly CallbackPlace[],
  done: Transacted,
  reads: ReturnType<typeof readsOfAttempts>,
): (AttemptOfOrder | undefined)[] {
  const orderOf = new Map(done.rows(reads.orders).map((order) => [order.id, order]))
  const byReference = new Map<string, AttemptOfOrder>()
  const byServiceOrder = new Map<string, AttemptOfOrder>()
  for (const attempt of done.rows(reads.attempts)) {
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

/** Finds the attempt that a callback belongs to: {@link attemptsOf}. */
export async function findAttempt(
  context: OrdersContext,
  place: CallbackPlace,
): Promise<AttemptOfOrder | undefined> {
  const reads = readsOfAttempts(
    sql`SELECT ${place.reference ?? null}`,
    sql`SELECT ${place.serviceOrderId}`,
  )
  const [found] = attemptsOf([place], await readTogether(context, Object.values(reads)), reads)
  return found
}
