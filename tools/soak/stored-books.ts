import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'

/** Opens the database of a stopped house that has a table. @throws Error when no file has it */
async function openDatabase(state: string, table: string): Promise<DatabaseSync> {
  const files = await readdir(state, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.sqlite'))) {
    const database = new DatabaseSync(join(state, file), { readOnly: true })
    const has = database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table)
    if (has !== undefined) return database
    database.close()
  }
  throw new Error(`No database below ${state} has the table ${table}.`)
}

function rowsOf<Row>(
  database: DatabaseSync,
  row: v.GenericSchema<unknown, Row>,
  query: string,
): readonly Row[] {
  return v.parse(v.array(row), database.prepare(query).all())
}

const amounts = { vnd: v.number(), points: v.number() }
const payment = v.object({ reference: v.string(), transactionId: v.string(), ...amounts })
const purchase = v.object({ ...payment.entries, status: v.string() })
const made = v.object({ id: v.string(), ...amounts })
const siteRefund = v.object({ reference: v.string(), ...amounts })
const sent = v.object({ ...made.entries, transactionId: v.string() })
const given = v.object({ id: v.string() })
const sentCallback = v.object({
  orderReferenceId: v.nullable(v.string()),
  kind: v.string(),
  httpStatus: v.nullable(v.number()),
})

/** What the service did, from the sandbox's own database. */
export interface ServiceBooks {
  /** Payments at the service, including captured purchases. */
  readonly payments: readonly v.InferOutput<typeof payment>[]
  readonly purchases: readonly v.InferOutput<typeof purchase>[]
  /** Refunds over the API by the merchant's id, with the halves that are back. */
  readonly refunds: readonly v.InferOutput<typeof made>[]
  /** Refunds on the merchant site, by the reference of the payment. */
  readonly siteRefunds: readonly v.InferOutput<typeof siteRefund>[]
  readonly transfers: readonly v.InferOutput<typeof sent>[]
  /** Top-ups that were made, and orders of gift codes, by the id of the shop. */
  readonly loyalty: readonly v.InferOutput<typeof given>[]
  /** Every try to send a callback. */
  readonly callbacks: readonly v.InferOutput<typeof sentCallback>[]
}

/** Reads what the service did. */
async function readServiceBooks(state: string): Promise<ServiceBooks> {
  const database = await openDatabase(state, 'payment_order')
  try {
    return {
      payments: rowsOf(
        database,
        payment,
        `SELECT order_reference_id reference, transaction_id transactionId, paid_vnd vnd, paid_points points
        FROM payment_order
        WHERE status = 'SUCCESS' AND order_reference_id IS NOT NULL AND kind <> 'linked-account'`,
      ),
      purchases: rowsOf(
        database,
        purchase,
        `SELECT transaction_reference_number reference, transaction_id transactionId, vnd, points, status
        FROM linked_purchase`,
      ),
      refunds: rowsOf(
        database,
        made,
        `SELECT order_reference_id id, iif(state = 'money-pending', 0, vnd) vnd, iif(state = 'points-pending', 0, points) points
        FROM refund WHERE origin = 'api'`,
      ),
      siteRefunds: rowsOf(
        database,
        siteRefund,
        `SELECT payment_order.order_reference_id reference, vnd, points
        FROM refund JOIN payment_order USING (order_id) WHERE origin = 'site'`,
      ),
      transfers: rowsOf(
        database,
        sent,
        'SELECT merchant_transaction_id id, transaction_id transactionId, amount_vnd vnd, 0 points FROM transfer',
      ),
      loyalty: rowsOf(
        database,
        given,
        `SELECT order_id id FROM top_up WHERE status = 'SUCCESS' AND order_id IS NOT NULL
        UNION ALL SELECT merchant_order_id id FROM gift_code_order`,
      ),
      callbacks: rowsOf(
        database,
        sentCallback,
        `SELECT payment_order.order_reference_id orderReferenceId, callback.kind, callback_try.http_status httpStatus
        FROM callback_try JOIN callback ON callback.id = callback_id JOIN payment_order USING (order_id)`,
      ),
    }
  } finally {
    database.close()
  }
}

const order = v.object({
  id: v.string(),
  state: v.string(),
  paidTransactionId: v.nullable(v.string()),
  paidVnd: v.number(),
  paidPoints: v.number(),
})
const attempt = v.object({ reference: v.string(), orderId: v.string(), state: v.string() })
/** A disputed payment, with what is left to return of it. */
const disputed = v.object({
  orderId: v.string(),
  transactionId: v.string(),
  state: v.string(),
  ...amounts,
})
const refund = v.object({ ...made.entries, orderId: v.string(), state: v.string() })
const transfer = v.object({ ...made.entries, reference: v.string(), state: v.string() })
const event = v.object({ key: v.string(), state: v.string(), orderId: v.nullable(v.string()) })
const alert = v.object({ kind: v.string(), state: v.string() })

/** What the merchant has booked, from the database of the orders Worker. */
export interface MerchantBooks {
  readonly orders: readonly v.InferOutput<typeof order>[]
  readonly attempts: readonly v.InferOutput<typeof attempt>[]
  readonly disputed: readonly v.InferOutput<typeof disputed>[]
  readonly refunds: readonly v.InferOutput<typeof refund>[]
  readonly transfers: readonly v.InferOutput<typeof transfer>[]
  readonly events: readonly v.InferOutput<typeof event>[]
  readonly alerts: readonly v.InferOutput<typeof alert>[]
  /** Orders with a stored callback. */
  readonly calledBack: ReadonlySet<string>
}

/** Reads what the merchant has booked. */
async function readMerchantBooks(state: string): Promise<MerchantBooks> {
  const database = await openDatabase(state, 'attempts')
  try {
    const calledBack = rowsOf(
      database,
      v.object({ orderId: v.string() }),
      `SELECT DISTINCT order_id orderId FROM journal WHERE kind = 'callback.received' AND order_id IS NOT NULL`,
    )
    return {
      orders: rowsOf(
        database,
        order,
        `SELECT id, state, paid_transaction_id paidTransactionId, paid_vnd paidVnd, paid_points paidPoints
        FROM orders`,
      ),
      attempts: rowsOf(
        database,
        attempt,
        'SELECT reference, order_id orderId, state FROM attempts',
      ),
      disputed: rowsOf(
        database,
        disputed,
        `SELECT order_id orderId, transaction_id transactionId, state, paid_vnd - refunded_vnd vnd,
          paid_points - refunded_points points FROM disputed_payments`,
      ),
      refunds: rowsOf(
        database,
        refund,
        `SELECT id, order_id orderId, state, settled_vnd vnd, settled_points points FROM refunds`,
      ),
      transfers: rowsOf(
        database,
        transfer,
        'SELECT id, reference, state, amount_vnd vnd, 0 points FROM transfers',
      ),
      events: rowsOf(
        database,
        event,
        `SELECT coalesce(webhook_id, key) key, state, order_id orderId FROM outbox WHERE kind = 'event' AND alert_id IS NULL`,
      ),
      alerts: rowsOf(database, alert, 'SELECT kind, state FROM alerts'),
      calledBack: new Set(calledBack.map(({ orderId }) => orderId)),
    }
  } finally {
    database.close()
  }
}

/** Reads the books of both sides. */
export async function readBooks(
  state: string,
): Promise<{ readonly merchant: MerchantBooks; readonly service: ServiceBooks }> {
  return { merchant: await readMerchantBooks(state), service: await readServiceBooks(state) }
}

const journalLine = v.object({ at: v.string(), kind: v.string(), facts: v.string() })

/** Reads the journal of an order or a transfer, one line each, to examine a failure. */
export async function readTrail(state: string, id: string): Promise<readonly string[]> {
  const database = await openDatabase(state, 'attempts')
  try {
    const lines = database
      .prepare(
        `SELECT datetime(at_ms / 1000, 'unixepoch') at, kind, facts FROM journal
        WHERE order_id = ?1 OR json_extract(facts, '$.transfer_id') = ?1 ORDER BY seq`,
      )
      .all(id)
    return v
      .parse(v.array(journalLine), lines)
      .map(({ at, kind, facts }) => `${at} ${kind} ${facts}`)
  } finally {
    database.close()
  }
}
