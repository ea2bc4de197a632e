import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import type { CallbackRecord, RecordOutcome } from './callback-record.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderStatesBefore, stateList } from '../states/order-state.ts'

// The three statements are constant texts, so that no query is built per callback. They are the
// same for one callback and for many: each reads its callbacks from a JSON array. The last
// statement writes the journal, so the earlier ones can still recognize new callbacks by their
// missing journal line.

/** The callbacks of a statement that are not in the journal yet, each with its order if known. */
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
      SELECT 1 FROM disputed_payments
      WHERE transaction_id = value ->> 'transactionId' AND order_id = ours.id)
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
 * A repeated callback for an order that a person has recorded as unpaid because the service denied
 * the payment. No scheduled query is left for such an order, so the repeated callback schedules one.
 */
const pollAgain = `
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
 * The deduplication key of a callback: order id and transaction id of the service, and our
 * reference in the path. It is the key of the journal row and of the outbox row. The same signed
 * query on another path proves less, or something else, and must not block the callback that proves
 * its order; a payment is confirmed once, whichever callback is processed. A callback whose status
 * is not SUCCESS has the status in its key, so that it cannot block the payment that may follow. A
 * colon inside an id is escaped, so that different pairs of ids cannot have the same key. Assumes
 * G-08 and G-125.
 */
export function callbackKey(callback: Pick<CallbackRecord, 'signed' | 'reference'>): string {
  checkArguments('callbackKey', { callback })
  const { signed, reference } = callback
  const path = reference === undefined ? '' : `:${reference}`
  const key = `callback:${keyPart(signed.order_id)}:${keyPart(signed.transaction_id)}${path}`
  return signed.pay_status === 'SUCCESS' ? key : `${key}:${signed.pay_status}`
}

type Store = Pick<OrdersContext, 'database' | 'now'>

/** The fields of a callback that every statement uses. */
function keyFieldsOf(callback: CallbackRecord) {
  const { reference, signed } = callback
  const { order_id: serviceOrderId, pay_status: status } = signed
  return { key: callbackKey(callback), reference, serviceOrderId, status }
}

/**
 * Of the unsigned fields only the promotion is stored: it explains a gap between the parts of a
 * payment. The others are never read, and one of them names the user of the wallet.
 */
function payloadOf({ unsignedFields, ...callback }: CallbackRecord): string {
  const { total_discount } = unsignedFields
  const stored: CallbackRecord = {
    ...callback,
    unsignedFields: { ...(total_discount !== undefined && { total_discount }) },
  }
  return JSON.stringify(stored)
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
 * Stores verified callbacks in one batch of three statements, for any number of callbacks: the
 * signed fields in the journal, the confirmation job in the outbox, and the orders become
 * `paid_unverified`, except one that has the transaction as a disputed payment, which a person
 * decides or has released. Every new callback is queued for confirmation, even when the order is
 * already paid, because the confirmation detects a second transaction. Of the unsigned fields only
 * the promotion is stored, in the outbox row. A repeated callback costs one more statement: when a person has
 * called its order unpaid, the service is asked again.
 *
 * @returns the outcome of each callback, after all are durable; acknowledge them only then
 * @throws the error of the database; then no callback was stored, or it is unknown whether they
 *   were
 * @see Specification 6.1
 */
export async function recordCallbacks(
  store: Store,
  callbacks: readonly CallbackRecord[],
): Promise<RecordOutcome[]> {
  checkContext('recordCallbacks', store, ['database', 'now'])
  checkArguments('recordCallbacks', { callbacks })
  const { database, now } = store
  const atMs = now()
  const once = eachOnce(callbacks)
  const valuesOf = (more: (callback: CallbackRecord) => object) =>
    JSON.stringify(once.map((callback) => ({ ...keyFieldsOf(callback), ...more(callback) })))
  const toQueue = valuesOf((callback) => ({ payload: payloadOf(callback) }))
  const toMark = valuesOf(({ amountVnd, signed }) => ({
    amountVnd,
    transactionId: signed.transaction_id,
  }))
  const toAppend = valuesOf((callback) => ({
    known: `callback signature of key ${callback.keyId}`,
    facts: journalFacts(callback),
  }))
  const [, , appended] = await database.batch<{ dedupe: string; order_id: string | null }>([
    database.prepare(queueConfirmations).bind(toQueue, atMs),
    database.prepare(markPaidUnverified).bind(toMark),
    database.prepare(appendToJournal).bind(toAppend, atMs),
  ])
  const orderOfNew = new Map(appended?.results.map((row) => [row.dedupe, row.order_id]))
  const repeated = once.filter((callback) => !orderOfNew.has(callbackKey(callback)))
  if (repeated.length > 0) {
    const toPoll = JSON.stringify(repeated.map(keyFieldsOf))
    await database.prepare(pollAgain).bind(toPoll, atMs).run()
  }
  return callbacks.map((callback) => {
    const key = callbackKey(callback)
    const orderId = orderOfNew.get(key)
    // A second copy of the callback in this batch then finds no entry.
    orderOfNew.delete(key)
    if (orderId === undefined) return 'duplicate'
    return orderId === null ? 'orphan' : 'recorded'
  })
}

/** Writes callbacks in one batch: all of them, or none. */
export type WriteCallbacks = (callbacks: readonly CallbackRecord[]) => Promise<RecordOutcome[]>

/**
 * Writes one callback in its own batch.
 *
 * @throws the error of `write`, or an Error when `write` returns no outcome for the callback
 */
export async function writeAlone(
  write: WriteCallbacks,
  callback: CallbackRecord,
): Promise<RecordOutcome> {
  const [outcome] = await write([callback])
  if (outcome === undefined) throw new Error('The database did not say what became of a callback.')
  return outcome
}

/** Stores one verified callback: {@link recordCallbacks}. */
export function recordCallback(store: Store, callback: CallbackRecord): Promise<RecordOutcome> {
  checkContext('recordCallback', store, ['database', 'now'])
  checkArguments('recordCallback', { callback })
  return writeAlone((callbacks) => recordCallbacks(store, callbacks), callback)
}
