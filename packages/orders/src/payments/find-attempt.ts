import { sql, type SQL } from 'drizzle-orm'
import { attempts, orders } from '../database/schema.ts'
import { readInOneBatch, type Transacted } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'

const attemptColumns = ['reference', 'orderId', 'serviceOrderId'] as const
const orderColumns = ['id', 'amountVnd', 'holdsPayment'] as const

/** The fields of an attempt and its order that callbacks are compared with. */
export interface AttemptOfOrder {
  readonly attempt: Pick<typeof attempts.$inferSelect, (typeof attemptColumns)[number]>
  readonly order: Pick<typeof orders.$inferSelect, (typeof orderColumns)[number]>
}

/** The fields of a callback by which its attempt is found. */
export interface CallbackPlace {
  /**
   * Our reference, from the callback's path; absent when the order was not created through this
   * system.
   */
  readonly reference?: string
  readonly serviceOrderId: string
}

/**
 * Reads for a batch that find the attempts of callbacks with their orders.
 *
 * @param references SELECT of our references in the callback paths
 * @param serviceOrderIds SELECT of the service's order ids in the callbacks
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
 * Finds the attempts of callbacks in the result of the reads: by our reference in the path, else by
 * the service's order id; `undefined` where no attempt is known.
 */
export function attemptsOf(
  done: Transacted,
  reads: ReturnType<typeof readsOfAttempts>,
): (place: CallbackPlace) => AttemptOfOrder | undefined {
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
  return ({ reference, serviceOrderId }) =>
    (reference === undefined ? undefined : byReference.get(reference)) ??
    byServiceOrder.get(serviceOrderId)
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
  return attemptsOf(await readInOneBatch(context, Object.values(reads)), reads)(place)
}
