import { eq, sql } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import { hourOf, stalledAfterMs } from '../alerts/stalled-work.ts'
import { outbox } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import type { OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'

/** Why a callback is not confirmed. */
export interface Unconfirmed {
  readonly orderId: string
  readonly transactionId: string
  readonly why: string
  /** Whether the service has answered that the payment is not made, or that it does not know it. */
  readonly isDenied: boolean
}

/**
 * Raises an alert about a callback that is still unconfirmed two minutes after its arrival and is
 * being retried: one for each callback that the service denies, and one an hour for those whose
 * query gets no answer.
 */
export async function alertUnconfirmed(
  context: OrdersContext,
  { key, createdAtMs }: OutboxRow,
  { orderId, transactionId, why, isDenied }: Unconfirmed,
): Promise<void> {
  const atMs = context.now()
  if (atMs - createdAtMs <= stalledAfterMs) return
  const alert = {
    ...(isDenied
      ? ({ kind: 'callback_denied', subject: key } as const)
      : ({ kind: 'confirmations_unanswered', subject: hourOf(atMs) } as const)),
    atMs,
    data: { order_id: orderId, transaction_id: transactionId, why },
  }
  const isRetried = sql`EXISTS (SELECT 1 FROM ${outbox}
    WHERE ${eq(outbox.key, key)} AND ${outbox.state} = 'open')`
  await transact(context, alertOnce(alert, isRetried))
}
