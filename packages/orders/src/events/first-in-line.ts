import { sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { outbox } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

function noEarlierEvent(column: 'order_id' | 'transfer_id' | 'alert_id', own: SQL): SQL {
  const name = sql.raw(column)
  return sql`NOT EXISTS (
    SELECT 1 FROM ${outbox} AS earlier
    WHERE earlier.state = 'open' AND earlier.kind = 'event' AND earlier.${name} IS NOT NULL
      AND earlier.${name} = ${own} AND earlier.endpoint = ${outbox.endpoint}
      AND earlier.version < ${outbox.version})`
}

/**
 * Condition: no earlier event of the same order, transfer or alert is still open for the same
 * endpoint.
 */
export const isFirst: SQL = sql`${noEarlierEvent('order_id', sql`${outbox.orderId}`)}
  AND ${noEarlierEvent('transfer_id', sql`${outbox.transferId}`)}
  AND ${noEarlierEvent('alert_id', sql`${outbox.alertId}`)}`

/**
 * Due time of the oldest event that could be sent to an endpoint and was not, in milliseconds since
 * 1970; `null` when there is none. An event that waits for the retry of an earlier one cannot be
 * sent.
 */
export async function eventDueSince(
  context: Pick<OrdersContext, 'database' | 'now'>,
  endpoint: string,
): Promise<number | null> {
  const [oldest] = await openDatabase(context).all<{ atMs: number }>(
    sql`SELECT ${outbox.nextAtMs} AS "atMs" FROM ${outbox}
      WHERE ${outbox.state} = 'open' AND ${outbox.kind} = 'event' AND ${outbox.endpoint} = ${endpoint}
        AND ${outbox.nextAtMs} <= ${context.now()} AND ${isFirst}
      ORDER BY ${outbox.nextAtMs} LIMIT 1`,
  )
  return oldest?.atMs ?? null
}
