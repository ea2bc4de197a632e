import { inArray, sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, kindsOfFiles, refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { Refund } from './find-refund.ts'
import { idOfRefundElsewhere } from './record-refund-elsewhere.ts'

/** The other transactions of the order, and refunds made outside this system, that have the code. */
function othersWithCode({ id, orderId }: Pick<Refund, 'id' | 'orderId'>, walletCode: string): SQL {
  const elsewhere = [undefined, 'money', 'points'] as const
  const ids = elsewhere.map((half) => idOfRefundElsewhere(walletCode, half))
  return sql`SELECT id AS name FROM ${refunds} WHERE ${inArray(refunds.id, ids)}
    UNION ALL
    SELECT coalesce(facts ->> '$.refund_id', facts ->> '$.reference') FROM ${journal}
    WHERE order_id = ${orderId} AND kind IN ${sql.raw(kindsOfFiles)}
      AND ${walletCode} IN (facts ->> '$.wallet_code', facts ->> '$.transaction_id')
      AND coalesce(facts ->> '$.refund_id', '') <> ${id}`
}

/**
 * Condition: no other transaction of the order, and no refund that was made outside this system, has
 * the code. The same money must not count twice.
 */
export function isOwnCode(refund: Pick<Refund, 'id' | 'orderId'>, walletCode: string): SQL {
  return sql`NOT EXISTS (${othersWithCode(refund, walletCode)})`
}

/**
 * Demands {@link isOwnCode}.
 *
 * @throws TypeError when another transaction has the code
 */
export async function requireOwnCode(
  context: Pick<OrdersContext, 'database'>,
  refund: Pick<Refund, 'id' | 'orderId'>,
  walletCode: string,
): Promise<void> {
  const others = sql`${othersWithCode(refund, walletCode)} LIMIT 1`
  const [other] = await openDatabase(context).all<{ name: string }>(others)
  if (other === undefined) return
  throw new TypeError(
    `The verdict's walletCode must not be that of another transaction: ${other.name} has it.`,
  )
}
