import { sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import {
  attempts,
  disputedPayments,
  journal,
  kindsOfFiles,
  orders,
  type JournalData,
} from '../../database/schema.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { VietnamDay } from '../vietnam-day.ts'

/** A line of the journal from which a row of the partner file is made. */
export interface JournalLine {
  readonly seq: number
  readonly atMs: number
  readonly kind: string
  readonly orderId: string | null
  /** Evidence for the line. */
  readonly evidence: string
  readonly data: JournalData
  /** Payment method, amount and ids of the attempt that the line names. */
  readonly method: string | null
  readonly walletNumber: string | null
  readonly transactionId: string | null
  readonly amountVnd: number | null
  /** Store of the order; null when it was not recorded, or the line belongs to no order. */
  readonly storeCode: string | null
  readonly posCode: string | null
  /**
   * Whether the transaction of this payment already has a row, from an earlier line of another
   * order.
   */
  readonly isSecondOfTransaction: boolean
}

type StoredLine = Omit<JournalLine, 'data' | 'isSecondOfTransaction'> & {
  readonly data: string
  readonly isSecondOfTransaction: 0 | 1
}

/** D1 answers at most 1,000 queries of an invocation. */
const pageLines = 10_000

/**
 * Only a transaction that is stored as a disputed payment can belong to two orders. The earlier
 * line keeps the row for ever, whatever happens to either order.
 */
const secondOfTransaction = sql`(j.kind IN ('payment.confirmed', 'payment.arrived') AND EXISTS (
  SELECT 1 FROM ${disputedPayments} d
  JOIN ${journal} e ON e.order_id IN (
    SELECT id FROM ${orders} WHERE paid_transaction_id = d.transaction_id
    UNION SELECT order_id FROM ${disputedPayments} WHERE transaction_id = d.transaction_id)
  WHERE d.transaction_id = json_extract(j.facts, '$.transaction_id') AND d.order_id = j.order_id
    AND e.order_id <> j.order_id AND e.seq < j.seq AND e.kind IN ('payment.confirmed', 'payment.arrived')
    AND json_extract(e.facts, '$.transaction_id') = d.transaction_id))`

/**
 * Condition: a later line about the same payment, written on the same day, replaces the line: any
 * later line replaces one of unknown outcome, and the line of a payment replaces that of a
 * cancelled one.
 */
function isOvertaken(endMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${journal} l
    WHERE l.order_id = j.order_id AND l.seq > j.seq AND l.at_ms < ${endMs}
      AND json_extract(l.facts, '$.reference') = json_extract(j.facts, '$.reference')
      AND (j.kind = 'payment.unknown' OR l.kind IN ('payment.confirmed', 'payment.arrived')))`
}

/**
 * The journal lines of a day from which the partner file is made, in order of time, in pages. A
 * payment of unknown outcome is included when no later line about it was written on that day, and a
 * cancelled payment when none of that day records it as paid after all, so that the lines of a past day
 * never change.
 */
export async function* journalLines(
  context: Pick<OrdersContext, 'database'>,
  { startMs, endMs }: VietnamDay,
): AsyncGenerator<JournalLine, void, void> {
  const db = openDatabase(context)
  let after = { atMs: startMs, seq: 0 }
  for (;;) {
    const page = await db.all<StoredLine>(sql`
      SELECT j.seq, j.at_ms AS atMs, j.kind, j.order_id AS orderId, j.known AS evidence, j.facts AS data, a.method,
        a.wallet_number AS walletNumber, a.transaction_id AS transactionId,
        o.amount_vnd AS amountVnd, o.store_code AS storeCode, o.pos_code AS posCode,
        ${secondOfTransaction} AS isSecondOfTransaction
      FROM ${journal} j
      LEFT JOIN ${attempts} a ON a.reference = json_extract(j.facts, '$.reference')
      LEFT JOIN ${orders} o ON o.id = j.order_id
      WHERE j.kind IN ${sql.raw(kindsOfFiles)}
        AND j.at_ms >= ${after.atMs} AND j.at_ms < ${endMs} AND (j.at_ms, j.seq) > (${after.atMs}, ${after.seq})
        AND (j.kind NOT IN ('payment.unknown', 'payment.refused', 'hold.released')
          OR NOT ${isOvertaken(endMs)})
      ORDER BY j.at_ms, j.seq LIMIT ${pageLines}`)
    for (const line of page) {
      const data: JournalData = JSON.parse(line.data)
      yield { ...line, data, isSecondOfTransaction: line.isSecondOfTransaction === 1 }
      after = line
    }
    if (page.length < pageLines) return
  }
}
