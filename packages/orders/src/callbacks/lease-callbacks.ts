import { sql } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import { leaseAndRead, type Lease, type OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import {
  attemptsOf,
  findAttempt,
  readsOfAttempts,
  type AttemptOfOrder,
  type CallbackPlace,
} from '../payments/find-attempt.ts'
import type { CallbackRecord } from './callback-record.ts'

/** A leased callback, and the attempt that it belongs to, once known. */
export interface LeasedCallback {
  readonly row: OutboxRow
  readonly callback: CallbackRecord
  readonly found: AttemptOfOrder | undefined
}

function callbackOf(row: OutboxRow): CallbackRecord {
  return JSON.parse(row.payload)
}

function placeOf({ reference, signed }: CallbackRecord): CallbackPlace {
  return { serviceOrderId: signed.order_id, ...(reference !== undefined && { reference }) }
}

/** Leases callbacks, and finds their attempts in the same batch. */
export async function leaseCallbacks(
  context: OrdersContext,
  lease: Lease,
): Promise<LeasedCallback[]> {
  const { rows, done, reads } = await leaseAndRead(context, lease, (areLeased) =>
    readsOfAttempts(
      sql`SELECT payload ->> 'reference' FROM ${outbox} WHERE ${areLeased}`,
      sql`SELECT payload ->> '$.signed.order_id' FROM ${outbox} WHERE ${areLeased}`,
    ),
  )
  const leased = rows.map((row) => ({ row, callback: callbackOf(row) }))
  const places = leased.map(({ callback }) => placeOf(callback))
  const found = attemptsOf(places, done, reads)
  return leased.map((one, index) => ({ ...one, found: found[index] }))
}

/** Finds the attempt of a callback in the outbox, leased or not. */
export async function findCallback(
  context: OrdersContext,
  row: OutboxRow,
): Promise<LeasedCallback> {
  const callback = callbackOf(row)
  return { row, callback, found: await findAttempt(context, placeOf(callback)) }
}
