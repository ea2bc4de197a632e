import { and, eq, isNull } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { outbox } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import { deadLetter, reschedule, type OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { AttemptOfOrder } from '../payments/find-attempt.ts'
import type { CallbackRecord } from './callback-record.ts'

const pausesMs = [1_000, 5_000, 30_000]
const laterPauseMs = 60_000
const alertAfterMs = 5 * 60_000
const keptForMs = 24 * 60 * 60_000

/**
 * Schedules the retry of a callback whose order is not known yet: after 1, 5 and 30 seconds, then
 * with every sweep. An alert is raised after 5 minutes. After a day the callback becomes a dead
 * letter; the journal keeps it.
 */
export async function keepOrphan(
  context: OrdersContext,
  row: OutboxRow,
  callback: CallbackRecord,
): Promise<void> {
  const now = context.now()
  const ageMs = now - row.createdAtMs
  const data = {
    service_order_id: callback.signed.order_id,
    transaction_id: callback.signed.transaction_id,
    reference: callback.reference ?? null,
  }
  if (ageMs >= keptForMs) {
    await deadLetter(context, row, { alert: 'orphan_callback', data })
    return
  }
  if (ageMs >= alertAfterMs) {
    await raiseAlert(context, { kind: 'orphan_callback', subject: row.key, atMs: now, data })
  }
  await reschedule(context, row, now + (pausesMs[row.tries - 1] ?? laterPauseMs))
}

/**
 * Assigns an orphan callback to its order, which was not known when the callback arrived.
 *
 * @returns the updated row
 */
export async function matchOrphan(
  context: OrdersContext,
  row: OutboxRow,
  { callback, found }: { callback: CallbackRecord; found: AttemptOfOrder },
): Promise<OutboxRow> {
  const orderId = found.order.id
  const { signed, keyId } = callback
  await transact(context, {
    decide: update(outbox, {
      set: { orderId, tries: 1 },
      where: and(eq(outbox.key, row.key), isNull(outbox.orderId)),
    }),
    journal: {
      atMs: context.now(),
      kind: 'callback.matched',
      orderId,
      dedupe: `callback.matched:${row.key}`,
      evidence: `callback signature of key ${keyId}`,
      data: {
        pay_status: signed.pay_status,
        transaction_id: signed.transaction_id,
        order_id: signed.order_id,
        reference: found.attempt.reference,
      },
    },
  })
  return { ...row, orderId, tries: 1 }
}
