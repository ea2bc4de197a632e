import { desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { callbacks, callbackTries } from './tables.ts'

/** One attempt to deliver a callback. */
export interface CallbackTry {
  /** Unix seconds. */
  readonly at: number
  readonly url: string
  /** HTTP status of the answer; null when there was no answer. */
  readonly httpStatus: number | null
  /** First characters of the answer, or the reason why there was no answer. */
  readonly outcome: string
  readonly durationMs: number
}

/** One delivery of a callback with its tries. */
export interface CallbackDelivery {
  readonly id: number
  readonly orderId: string
  readonly storeCode: string
  /**
   * `callback`: as the service sends it; `repeat`: once more, by a switch; `forged`: with a wrong
   * signature, by a switch; `resent`: by a tester.
   */
  readonly kind: 'callback' | 'repeat' | 'forged' | 'resent'
  /** Full URL with its query. */
  readonly url: string
  /**
   * `failed`: no try is left; `lost`: not sent, by a switch; `blocked`: not sent, because its host is
   * not in CALLBACK_HOSTS.
   */
  readonly state: 'due' | 'sending' | 'delivered' | 'failed' | 'lost' | 'blocked'
  /** Unix seconds. */
  readonly createdAt: number
  /** When it is due, in milliseconds of the sandbox's clock. */
  readonly dueAtMs: number
  /** Whether the delivery waits for a later callback of its store. */
  readonly isHeld: boolean
  readonly tries: readonly CallbackTry[]
}

/** Deliveries, newest first, at most 200. */
export async function listCallbacks(
  database: Database,
  orderId?: string,
): Promise<readonly CallbackDelivery[]> {
  const rows = await database
    .select()
    .from(callbacks)
    .where(orderId === undefined ? undefined : eq(callbacks.orderId, orderId))
    .orderBy(desc(callbacks.id))
    .limit(200)
  const newest = database
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(orderId === undefined ? undefined : eq(callbacks.orderId, orderId))
    .orderBy(desc(callbacks.id))
    .limit(200)
  const tries = await database
    .select()
    .from(callbackTries)
    .where(inArray(callbackTries.callbackId, newest))
    .orderBy(callbackTries.id)
  return rows.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    storeCode: row.storeCode,
    kind: row.kind,
    url: row.url,
    state: row.state,
    createdAt: row.createdAt,
    dueAtMs: row.dueAtMs,
    isHeld: row.isHeld,
    tries: tries
      .filter(({ callbackId }) => callbackId === row.id)
      .map(({ at, url, httpStatus, outcome, durationMs }) => ({
        at,
        url,
        httpStatus,
        outcome,
        durationMs,
      })),
  }))
}
