import { sql, type SQL } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import type { CallbackRecord } from '../callbacks/callback-record.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal, outbox } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { callbackListRules } from './filter-rules.ts'
import { checkFilter, limitOf } from './list-filter.ts'
import type { CallbackFilter, CallbackPage, PageOf, StoredCallback } from './search-api.ts'

const isConfirmation = sql`outbox.kind = 'confirm'`

// Each text repeats the condition of a partial index exactly; otherwise SQLite would not use the
// index.
const ofState = {
  orphan: sql`${isConfirmation} AND outbox.order_id IS NULL`,
  dead: sql`${isConfirmation} AND outbox.state = 'dead'`,
} as const

const matchedPrefix = 'callback.matched:'

/** Callbacks that arrived for an order, and orphans that were assigned to it later. */
function ofOrder(orderId: string): SQL {
  return sql`outbox.key IN (
    SELECT dedupe FROM ${journal} WHERE order_id = ${orderId} AND kind = 'callback.received'
    UNION SELECT substr(dedupe, ${matchedPrefix.length + 1}) FROM ${journal}
      WHERE order_id = ${orderId} AND kind = 'callback.matched')`
}

interface FoundRow {
  readonly seq: number
  readonly key: string
  readonly state: 'open' | 'done' | 'dead'
  readonly orderId: string | null
  readonly payload: string
  readonly tries: number
  readonly atMs: number
  readonly nextAtMs: number
}

function stateOf({ state, orderId }: FoundRow): StoredCallback['state'] {
  if (state === 'done') return 'done'
  if (orderId === null) return 'orphan'
  return state === 'open' ? 'waiting' : 'dead'
}

function callbackView(row: FoundRow): StoredCallback {
  const { signed, reference }: CallbackRecord = JSON.parse(row.payload)
  return {
    seq: row.seq,
    state: stateOf(row),
    ...(row.orderId !== null && { orderId: row.orderId }),
    at: toSeconds(row.atMs),
    tries: row.tries,
    ...(row.state === 'open' && { nextAt: toSeconds(row.nextAtMs) }),
    signed: {
      order_id: signed.order_id,
      transaction_id: signed.transaction_id,
      pay_status: signed.pay_status,
    },
    ...(reference !== undefined && { reference }),
  }
}

/**
 * Stored callbacks with status SUCCESS, in pages, newest first: those without an order, unless the
 * filter says otherwise. A callback with another status has nothing to confirm; it is in the
 * timeline of its order.
 *
 * @throws TypeError when a filter is malformed, or the cursor belongs to other filters
 */
export async function listCallbacks(
  context: Pick<OrdersContext, 'database'>,
  asked: CallbackFilter & PageOf,
): Promise<CallbackPage> {
  checkContext('listCallbacks', context, ['database'])
  checkOptions('listCallbacks', asked, callbackListRules)
  const { cursor, limit: wanted, ...filter } = asked
  const page = { ...(wanted !== undefined && { limit: wanted }) }
  checkFilter({ ...filter, ...page }, Object.keys(ofState))
  const { state, orderId } = filter
  if (state !== undefined && orderId !== undefined) {
    throw new TypeError(
      "The list's orderId must stand alone: callbacks of an order have any state.",
    )
  }
  const query = { list: 'callbacks', filter }
  const after = readCursor(query, cursor)
  const limit = limitOf(page)
  const which = orderId === undefined ? ofState[state ?? 'orphan'] : ofOrder(orderId)
  const behind =
    after === undefined
      ? sql`TRUE`
      : sql`(outbox.created_at_ms, outbox.key) < (${after.atMs}, ${after.key})`
  const rows = await openDatabase(context).all<FoundRow>(sql`
    SELECT journal.seq AS "seq", outbox.key AS "key", outbox.state AS "state",
      outbox.order_id AS "orderId", outbox.payload AS "payload", outbox.tries AS "tries",
      outbox.created_at_ms AS "atMs", outbox.next_at_ms AS "nextAtMs"
    FROM ${outbox} CROSS JOIN ${journal} ON journal.dedupe = outbox.key
    WHERE ${which} AND ${behind}
    ORDER BY outbox.created_at_ms DESC, outbox.key DESC LIMIT ${limit + 1}`)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    callbacks: shown.map((row) => callbackView(row)),
    ...(rows.length > limit && last !== undefined && { cursor: writeCursor(query, last) }),
  }
}
