import { sql, type SQL } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import {
  attempts,
  disputedPayments,
  orders,
  outbox,
  refunds,
  transfers,
} from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { pointValueVnd } from '../rules/point-value.ts'
import { requireStoreCodes } from '../rules/store-codes.ts'
import { ofOrdersOfStores, ofStores } from '../orders/of-stores.ts'
import type { Undecided, UndecidedFilter, UndecidedQueue } from './undecided-api.ts'
import { groupRows } from '../database/drivers/group-rows.ts'

const maxOfKind = 100

type UndecidedRow = Omit<Undecided, 'at'> & Undecided & { readonly atMs: number }

/**
 * The oldest rows of each kind and state, plus one row that shows whether there are more. Each part
 * of the UNION uses one index and repeats the condition of a partial index. D1 allows five parts in
 * one statement.
 */
async function readRows(
  context: Pick<OrdersContext, 'database'>,
  filter: UndecidedFilter,
): Promise<UndecidedRow[]> {
  const database = openDatabase(context)
  const oldest = sql`ORDER BY "atMs" LIMIT ${maxOfKind + 1}`
  const ofSome = (orderId: SQL) =>
    sql.join([sql`TRUE`, ...ofOrdersOfStores(orderId, filter)], sql` AND `)
  const refundsOf = (state: 'refund_unknown' | 'presumed_refunded' | 'part_settled') => sql`
    SELECT * FROM (SELECT 'refund' AS "kind", id AS "id", order_id AS "orderId", state AS "state",
      vnd - settled_vnd * (state = 'part_settled') AS "vnd",
      points - settled_points * (state = 'part_settled') AS "points", created_at_ms AS "atMs"
      FROM ${refunds} WHERE state = ${state} AND owed_refused = 0 AND ${ofSome(sql`${refunds.orderId}`)} ${oldest})`
  const paymentsIn = (state: SQL) => sql`
    SELECT * FROM (SELECT 'payment' AS "kind", a.reference AS "id", a.order_id AS "orderId", a.state AS "state",
      o.amount_vnd - a.points * ${pointValueVnd} AS "vnd", a.points AS "points", a.created_at_ms AS "atMs"
      FROM ${attempts} a JOIN ${orders} o ON o.id = a.order_id
      WHERE ${state} AND ${ofSome(sql`a.order_id`)} ${oldest})`
  const open = database.all<UndecidedRow>(sql`
    ${paymentsIn(sql`a.state = 'payment_unknown'`)}
    UNION ALL ${paymentsIn(sql`a.state IN ('capturing', 'releasing') AND a.next_call_at_ms IS NULL`)}
    UNION ALL SELECT * FROM (SELECT 'dispute', d.transaction_id, d.order_id, d.state,
      d.paid_vnd, d.paid_points, d.created_at_ms AS "atMs"
      FROM (SELECT id, created_at_ms FROM ${orders} WHERE state = 'disputed' AND ${sql.join([sql`TRUE`, ...ofStores(filter)], sql` AND `)}
        ORDER BY created_at_ms LIMIT ${maxOfKind + 1}) o
      JOIN ${disputedPayments} d ON d.order_id = o.id AND d.state = 'open' ${oldest})
    UNION ALL SELECT * FROM (SELECT 'unconfirmed', o.id, o.id, o.state, o.amount_vnd, 0, min(c.created_at_ms) AS "atMs"
      FROM ${outbox} c JOIN ${orders} o ON o.id = c.order_id
      WHERE c.kind = 'confirm' AND c.state = 'dead' AND o.state = 'paid_unverified' AND ${ofSome(sql`c.order_id`)}
      GROUP BY o.id ${oldest})
    UNION ALL SELECT * FROM (SELECT 'transfer', id, NULL, state, amount_vnd, 0, created_at_ms AS "atMs"
      FROM ${transfers} WHERE state = 'unknown' AND ${filter.storeCodes === undefined} ${oldest})`)
  const openRefunds = database.all<UndecidedRow>(sql`
    ${refundsOf('refund_unknown')}
    UNION ALL ${refundsOf('presumed_refunded')}
    UNION ALL ${refundsOf('part_settled')}`)
  return (await Promise.all([open, openRefunds])).flat()
}

function undecided({ atMs, ...row }: UndecidedRow): Undecided {
  const { vnd, points } = row
  const about = { vnd, points, at: Math.floor(atMs / 1000) }
  switch (row.kind) {
    case 'payment':
      return { ...about, kind: row.kind, id: row.id, orderId: row.orderId, state: row.state }
    case 'dispute':
      return { ...about, kind: row.kind, id: row.id, orderId: row.orderId, state: row.state }
    case 'refund':
      return { ...about, kind: row.kind, id: row.id, orderId: row.orderId, state: row.state }
    case 'unconfirmed':
      return { ...about, kind: row.kind, id: row.id, orderId: row.orderId, state: row.state }
    case 'transfer':
      break
  }
  return { ...about, kind: row.kind, id: row.id, state: row.state }
}

/**
 * Payments, disputed payments, refunds and transfers of open outcome, oldest first: the daily file
 * of the service or a person has to settle them. An order that is paid only according to a callback
 * is listed once the callback has become a dead letter. Held money that is being captured or
 * released is listed once the calls to the service have been given up.
 *
 * @throws TypeError when the stores are not 1 to 50 codes
 */
export async function listUndecided(
  context: Pick<OrdersContext, 'database'>,
  filter: UndecidedFilter = {},
): Promise<UndecidedQueue> {
  checkContext('listUndecided', context, ['database'])
  checkOptions('listUndecided', filter, { storeCodes: 'Array' })
  requireStoreCodes('queue', filter.storeCodes)
  const rows = await readRows(context, filter)
  const ofKind = groupRows(rows, ({ kind, state }) => `${kind} ${state}`)
  const kept = [...ofKind.values()].flatMap((some) => some.slice(0, maxOfKind))
  return {
    items: kept.toSorted((a, b) => a.atMs - b.atMs).map((row) => undecided(row)),
    isMore: kept.length < rows.length,
  }
}
