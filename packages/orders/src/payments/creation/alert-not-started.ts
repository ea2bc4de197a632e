import { sql } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { journal } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import type { JournalData } from '../../database/tables/journal-data.ts'
import type { OrdersContext } from '../../orders-context.ts'

/** Number of failures in a row that raise the alert, and how long they must last at least. */
const inARow = { failures: 3, lastMs: 60_000 }
/** How many of the newest journal lines are searched. */
const journalLines = 5_000
const hourCharacters = 'YYYY-MM-DDTHH'.length

/** Why a payment could not be started. */
export interface NotStarted {
  readonly orderId: string
  readonly data: JournalData
  /** Whether the service turned the key, the signature or the time away, so that every call fails. */
  readonly isTurnedAway: boolean
}

/**
 * Raises the alert that payments cannot be started, one for each hour: at once if the service turns
 * the caller away, otherwise if the last three payments, over a minute at least, have failed.
 */
export async function alertNotStarted(context: OrdersContext, failed: NotStarted): Promise<void> {
  const atMs = context.now()
  const { orderId, data, isTurnedAway } = failed
  const lastOnes = sql`(SELECT seq, at_ms, kind FROM ${journal}
    WHERE seq > (SELECT MAX(seq) FROM ${journal}) - ${journalLines}
      AND kind IN ('attempt.created', 'attempt.refused', 'attempt.create_unknown'))`
  const haveFailed = sql`(SELECT COUNT(*) >= ${inARow.failures} AND MIN(at_ms) <= ${atMs - inARow.lastMs}
    FROM ${lastOnes} WHERE seq > coalesce(
      (SELECT MAX(seq) FROM ${lastOnes} WHERE kind = 'attempt.created'), 0))`
  await transact(
    context,
    alertOnce(
      {
        kind: 'payments_not_started',
        subject: new Date(atMs).toISOString().slice(0, hourCharacters),
        atMs,
        data: { order_id: orderId, ...data },
      },
      isTurnedAway ? sql`TRUE` : haveFailed,
    ),
  )
}
