import type { CallbackRecord, RecordOutcome } from './callback-record.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderStatesBefore, stateList } from '../states/order-state.ts'

// The three statements are fixed text, so that a callback costs no query building. Each of the
// later ones asks changes() of the one just before it: nothing may be put in between.

const appendToJournal = `
INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
VALUES (?1, 'callback.received', COALESCE(
  (SELECT order_id FROM attempts WHERE reference = ?2),
  (SELECT order_id FROM attempts WHERE service_order_id = ?3)), ?4, ?5, ?6)
ON CONFLICT (dedupe) DO NOTHING
RETURNING order_id`

const queueConfirmation = `
INSERT INTO outbox (key, kind, order_id, payload, created_at_ms, next_at_ms)
SELECT dedupe, 'confirm', order_id, ?2, at_ms, at_ms FROM journal
WHERE dedupe = ?1 AND changes() = 1 AND ?3 = 'SUCCESS'`

const markPaidUnverified = `
UPDATE orders SET state = 'paid_unverified', version = version + 1
WHERE changes() = 1
  AND state IN ${stateList(orderStatesBefore('paid_unverified'))}
  AND id = (SELECT order_id FROM journal WHERE dedupe = ?1)
  AND amount_vnd = COALESCE(?2, amount_vnd)
  AND NOT EXISTS (
    SELECT 1 FROM attempts
    WHERE reference = ?3 AND service_order_id <> ?4
      OR service_order_id = ?4 AND reference <> ?3)`

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

function statementsFor({ database, now }: Store, callback: CallbackRecord) {
  const { reference = null, amountVnd = null, signed, keyId } = callback
  const key = callbackKey(callback)
  const known = `callback signature of key ${keyId}`
  const facts = JSON.stringify({
    pay_status: signed.pay_status,
    transaction_id: signed.transaction_id,
    order_id: signed.order_id,
  })
  return [
    database.prepare(appendToJournal).bind(now(), reference, signed.order_id, key, known, facts),
    database.prepare(queueConfirmation).bind(key, JSON.stringify(callback), signed.pay_status),
    database.prepare(markPaidUnverified).bind(key, amountVnd, reference, signed.order_id),
  ]
}

const statementsEach = 3

/**
 * Puts verified callbacks on disk in one batch of three statements each: the signed fields into the
 * journal, the work of confirming them into the outbox, the order to `paid_unverified`. The
 * confirmation is queued whenever a callback is new, also when the order is paid already: it is the
 * step that finds a second transaction. The unsigned fields go into the outbox row only.
 *
 * @returns what became of each, once all are durable; only then may they be acknowledged
 * @throws whatever the database throws; none of them is on disk then, or nobody knows
 * @see Specification 6.1
 */
export async function recordCallbacks(
  store: Store,
  callbacks: readonly CallbackRecord[],
): Promise<RecordOutcome[]> {
  const results = await store.database.batch<{ order_id: string | null }>(
    callbacks.flatMap((callback) => statementsFor(store, callback)),
  )
  return callbacks.map((_, index) => {
    const row = results[index * statementsEach]?.results[0]
    if (row === undefined) return 'duplicate'
    return row.order_id === null ? 'orphan' : 'recorded'
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
