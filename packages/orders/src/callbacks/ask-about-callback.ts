import { and, eq, isNull, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { attempts } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { AttemptOfOrder } from '../payments/find-attempt.ts'
import { queryPayment, type QueryAnswer } from '../payments/queries/query-payment.ts'
import type { CallbackRecord } from './callback-record.ts'
import type { LeasedCallback } from './lease-callbacks.ts'
import { matchOrphan } from './match-orphans.ts'

/** A callback whose attempt is known, with the service's answer about it. */
export interface AskedCallback {
  readonly row: OutboxRow
  readonly callback: CallbackRecord
  readonly found: AttemptOfOrder
  /** Whether it was an orphan until now. */
  readonly matched: boolean
  /** Answer of the service; `undefined` when the callback does not belong to this order. */
  readonly answer: QueryAnswer | undefined
}

/** A callback without an order: the service cannot be queried about it. */
export type Orphan = LeasedCallback & { readonly found: undefined }

/**
 * Takes the service's order id from a callback that arrived before the answer to the call that
 * created the payment. The token in the path and the service's signature prove it. An id that
 * already belongs to another attempt is not taken.
 */
async function adoptServiceOrder(
  context: OrdersContext,
  callback: CallbackRecord,
  { attempt, order }: AttemptOfOrder,
): Promise<string | null> {
  if (attempt.serviceOrderId !== null) return attempt.serviceOrderId
  const serviceOrderId = callback.signed.order_id
  const isAdopted = await transact(context, {
    decide: update(attempts, {
      set: { serviceOrderId, nextPollAtMs: context.now() },
      where: and(
        eq(attempts.reference, attempt.reference),
        isNull(attempts.serviceOrderId),
        sql`NOT EXISTS (SELECT 1 FROM ${attempts} WHERE service_order_id = ${serviceOrderId})`,
      ),
    }),
    journal: {
      atMs: context.now(),
      kind: 'attempt.service_order_known',
      orderId: order.id,
      dedupe: `attempt.service_order_known:${attempt.reference}`,
      evidence: `callback signature of key ${callback.keyId}`,
      data: { reference: attempt.reference, service_order_id: serviceOrderId },
    },
  })
  if (isAdopted) return serviceOrderId
  const [row] = await openDatabase(context)
    .select()
    .from(attempts)
    .where(eq(attempts.reference, attempt.reference))
  return row?.serviceOrderId ?? null
}

/**
 * Asks the service about a leased callback with a signed query. Before the query it stores that the
 * callback has found its order, and the service's order id.
 */
export async function askAboutCallback(
  context: OrdersContext,
  { row: leased, callback, found }: LeasedCallback,
): Promise<AskedCallback | Orphan> {
  if (found === undefined) return { row: leased, callback, found }
  const matched = leased.orderId === null
  const row = matched ? await matchOrphan(context, leased, { callback, found }) : leased
  const serviceOrderId = callback.signed.order_id
  const isOurs = (await adoptServiceOrder(context, callback, found)) === serviceOrderId
  const { orderId, reference } = found.attempt
  const answer = isOurs
    ? await queryPayment(context, { orderId, reference, serviceOrderId })
    : undefined
  return { row, callback, found, matched, answer }
}
