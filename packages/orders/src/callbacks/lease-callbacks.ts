import { sql, type SQL } from 'drizzle-orm'
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

/** A leased row whose payload is no callback, and why. */
export interface UnreadableCallback {
  readonly row: OutboxRow
  readonly unreadable: unknown
}

function callbackOf({ key, payload }: OutboxRow): CallbackRecord {
  const callback: CallbackRecord | null = JSON.parse(payload)
  if (typeof callback?.signed?.order_id === 'string') return callback
  throw new TypeError(`The payload of ${key} is no callback.`)
}

function readRow(row: OutboxRow): Omit<LeasedCallback, 'found'> | UnreadableCallback {
  try {
    return { row, callback: callbackOf(row) }
  } catch (unreadable) {
    return { row, unreadable }
  }
}

/** A value of a payload; null where the payload is no JSON, which would end the statement. */
function inPayload(path: '$.reference' | '$.signed.order_id'): SQL {
  return sql`CASE WHEN json_valid(payload) THEN payload ->> ${sql.raw(`'${path}'`)} END`
}

function placeOf({ reference, signed }: CallbackRecord): CallbackPlace {
  return { serviceOrderId: signed.order_id, ...(reference !== undefined && { reference }) }
}

/**
 * Leases callbacks, and finds their attempts in the same batch. One that cannot be read is leased like
 * the others, so that it does not stop them.
 */
export async function leaseCallbacks(
  context: OrdersContext,
  lease: Lease,
): Promise<(LeasedCallback | UnreadableCallback)[]> {
  const { rows, done, reads } = await leaseAndRead(context, lease, (areLeased) =>
    readsOfAttempts(
      sql`SELECT ${inPayload('$.reference')} FROM ${outbox} WHERE ${areLeased}`,
      sql`SELECT ${inPayload('$.signed.order_id')} FROM ${outbox} WHERE ${areLeased}`,
    ),
  )
  const foundAt = attemptsOf(done, reads)
  return rows
    .map(readRow)
    .map((one) => ('unreadable' in one ? one : { ...one, found: foundAt(placeOf(one.callback)) }))
}

/** Finds the attempt of a callback in the outbox, leased or not. */
export async function findCallback(
  context: OrdersContext,
  row: OutboxRow,
): Promise<LeasedCallback> {
  const callback = callbackOf(row)
  return { row, callback, found: await findAttempt(context, placeOf(callback)) }
}
