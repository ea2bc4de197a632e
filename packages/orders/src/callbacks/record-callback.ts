import type { CallbackRecord, RecordOutcome } from './callback-record.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderStatesBefore, stateList } from '../states/order-state.ts'

// The three statements are fixed text, so that callbacks cost no query building, and the same for one as for many: each
// reads its callbacks from a JSON array. What is new stands in the journal when the last one has run, not before.

/** The callbacks of a statement that are not in the journal yet, each with its order where that is known. */
const whatIsNew = `
WITH row AS MATERIALIZED (SELECT value FROM json_each(?1)),
arrived AS (
  SELECT value ->> 'key' AS key, value ->> 'reference' AS reference,
    value ->> 'serviceOrderId' AS service_order_id, value ->> 'status' AS status, value
  FROM row WHERE NOT EXISTS (SELECT 1 FROM journal WHERE dedupe = value ->> 'key')),
callback AS (
  SELECT *, COALESCE(
    (SELECT order_id FROM attempts WHERE reference = arrived.reference),
    (SELECT order_id FROM attempts WHERE service_order_id = arrived.service_order_id)) AS order_id
  FROM arrived)`

const queueConfirmations = `${whatIsNew}
INSERT INTO outbox (key, kind, order_id, payload, created_at_ms, next_at_ms)
SELECT key, 'confirm', order_id, value ->> 'payload', ?2, ?2 FROM callback
WHERE status = 'SUCCESS'`

const markPaidUnverified = `${whatIsNew}
UPDATE orders SET state = 'paid_unverified', version = version + 1
WHERE id IN (
  SELECT ours.id FROM callback CROSS JOIN orders AS ours ON ours.id = callback.order_id
  WHERE status = 'SUCCESS' AND ours.state IN ${stateList(orderStatesBefore('paid_unverified'))}
    AND ours.amount_vnd = COALESCE(value ->> 'amountVnd', ours.amount_vnd)
    AND NOT EXISTS (
      SELECT 1 FROM attempts
      WHERE reference = callback.reference AND service_order_id <> callback.service_order_id
        OR service_order_id = callback.service_order_id AND reference <> callback.reference))`

const appendToJournal = `${whatIsNew}
INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
SELECT ?2, 'callback.received', order_id, key, value ->> 'known', value ->> 'facts' FROM callback
WHERE TRUE
RETURNING dedupe, order_id`

/**
 * A callback that comes again for an order that a person has called unpaid, since the service denied the payment: nothing
 * asks about it any more, so that the repeat does.
 */
const askAgain = `
UPDATE attempts SET next_poll_at_ms = ?2
WHERE reference IN (
  SELECT ours.reference FROM json_each(?1) AS row CROSS JOIN attempts AS ours
    ON ours.service_order_id = row.value ->> 'serviceOrderId'
  WHERE row.value ->> 'status' = 'SUCCESS')
AND state <> 'paid' AND COALESCE(next_poll_at_ms, ?2 + 1) > ?2
AND EXISTS (SELECT 1 FROM orders WHERE id = attempts.order_id
  AND state IN ${stateList(orderStatesBefore('paid'))})
AND EXISTS (SELECT 1 FROM journal WHERE order_id = attempts.order_id AND kind = 'payment.denied')`

function keyPart(id: string): string {
  return id.replaceAll('%', '%25').replaceAll(':', '%3A')
}

/**
 * What makes a callback the same callback: order id and transaction id of the service, and the reference
 * of ours in its path. It is the key of its journal row and of its outbox row. The same signed query on
 * another path proves less, or something else, and must not stand in the way of the one that proves its
 * order; a payment is confirmed once whichever of them asks. A callback that does not say SUCCESS is
 * kept apart by its status, so that it cannot stand in the way of the payment it may precede. A colon
 * inside of an id is escaped, so that no two pairs of ids make one key. Assumes G-08 and G-125.
 */
export function callbackKey({
  signed,
  reference,
}: Pick<CallbackRecord, 'signed' | 'reference'>): string {
  const path = reference === undefined ? '' : `:${reference}`
  const key = `callback:${keyPart(signed.order_id)}:${keyPart(signed.transaction_id)}${path}`
  return signed.pay_status === 'SUCCESS' ? key : `${key}:${signed.pay_status}`
}

type Store = Pick<OrdersContext, 'database' | 'now'>

/** What each of the statements knows of a callback. */
function placeOf(callback: CallbackRecord) {
  const { reference, signed } = callback
  const { order_id: serviceOrderId, pay_status: status } = signed
  return { key: callbackKey(callback), reference, serviceOrderId, status }
}

function journalFacts({ signed }: CallbackRecord): string {
  return JSON.stringify({
    pay_status: signed.pay_status,
    transaction_id: signed.transaction_id,
    order_id: signed.order_id,
  })
}

/** The first callback of each key. */
function eachOnce(callbacks: readonly CallbackRecord[]): CallbackRecord[] {
  const byKey = new Map<string, CallbackRecord>()
  for (const callback of callbacks) {
    const key = callbackKey(callback)
    if (!byKey.has(key)) byKey.set(key, callback)
  }
  return [...byKey.values()]
}

/**
 * Puts verified callbacks on disk in one batch of three statements, however many they are: the signed fields into the
 * journal, the work of confirming them into the outbox, their orders to `paid_unverified`. The
 * confirmation is queued whenever a callback is new, also when the order is paid already: it is the
 * step that finds a second transaction. The unsigned fields go into the outbox row only. A callback that is known
 * already costs a statement more: it has its order asked about again where a person has called that one unpaid.
 *
 * @returns what became of each, once all are durable; only then may they be acknowledged
 * @throws whatever the database throws; none of them is on disk then, or nobody knows
 * @see Specification 6.1
 */
export async function recordCallbacks(
  { database, now }: Store,
  callbacks: readonly CallbackRecord[],
): Promise<RecordOutcome[]> {
  const atMs = now()
  const once = eachOnce(callbacks)
  const valuesOf = (more: (callback: CallbackRecord) => object) =>
    JSON.stringify(once.map((callback) => ({ ...placeOf(callback), ...more(callback) })))
  const toQueue = valuesOf((callback) => ({ payload: JSON.stringify(callback) }))
  const toMark = valuesOf(({ amountVnd }) => ({ amountVnd }))
  const toAppend = valuesOf((callback) => ({
    known: `callback signature of key ${callback.keyId}`,
    facts: journalFacts(callback),
  }))
  const [, , appended] = await database.batch<{ dedupe: string; order_id: string | null }>([
    database.prepare(queueConfirmations).bind(toQueue, atMs),
    database.prepare(markPaidUnverified).bind(toMark),
    database.prepare(appendToJournal).bind(toAppend, atMs),
  ])
  const known = new Set(appended?.results.map(({ dedupe }) => dedupe))
  const repeated = once.filter((callback) => !known.has(callbackKey(callback)))
  if (repeated.length > 0) {
    const toAsk = JSON.stringify(repeated.map(placeOf))
    await database.prepare(askAgain).bind(toAsk, atMs).run()
  }
  const orderOf = new Map(appended?.results.map((row) => [row.dedupe, row.order_id]))
  return callbacks.map((callback) => {
    const key = callbackKey(callback)
    const orderId = orderOf.get(key)
    // The same callback again in this batch finds none.
    orderOf.delete(key)
    if (orderId === undefined) return 'duplicate'
    return orderId === null ? 'orphan' : 'recorded'
  })
}

/** Writes callbacks in one batch: all of them, or none. */
export type WriteCallbacks = (callbacks: readonly CallbackRecord[]) => Promise<RecordOutcome[]>

/**
 * Writes one callback in a batch of its own.
 *
 * @throws whatever `write` throws, and an Error when it does not say what became of the callback
 */
export async function writeAlone(
  write: WriteCallbacks,
  callback: CallbackRecord,
): Promise<RecordOutcome> {
  const [outcome] = await write([callback])
  if (outcome === undefined) throw new Error('The database did not say what became of a callback.')
  return outcome
}

/** Puts one verified callback on disk: {@link recordCallbacks}. */
export function recordCallback(store: Store, callback: CallbackRecord): Promise<RecordOutcome> {
  return writeAlone((callbacks) => recordCallbacks(store, callbacks), callback)
}
