import { eq } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, outbox } from '../database/schema.ts'
import { takeUpAgain } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { askAbout, settleCallback, type Confirmation } from './confirm-payment.ts'
import { findCallback } from './lease-callbacks.ts'
import { recordCallback } from './record-callback.ts'
import type { CallbackRecord, RecordOutcome } from './callback-record.ts'

/** What running a stored callback again came to. */
export interface Replay {
  /** `duplicate`, for the callback is in the journal already. */
  readonly recorded: RecordOutcome
  /** What the confirmation came to; absent for a callback that does not say SUCCESS. */
  readonly confirmation?: Confirmation
}

/**
 * Runs a stored callback again, from its record to its confirmation. What has taken effect once
 * does not take effect again; what an outage left undone is done, or tried on when the outage lasts.
 *
 * @param seq place of the `callback.received` line in the journal
 * @returns `undefined` when there is no callback at this place
 */
export async function replayCallback(
  context: OrdersContext,
  seq: number,
): Promise<Replay | undefined> {
  const db = openDatabase(context)
  const [line] = await db.select().from(journal).where(eq(journal.seq, seq))
  if (line?.kind !== 'callback.received') return undefined
  const [row] = await db.select().from(outbox).where(eq(outbox.key, line.dedupe))
  if (row === undefined) {
    const { pay_status, transaction_id, order_id } = line.data
    const recorded = await recordCallback(context, {
      signed: {
        pay_status: String(pay_status),
        transaction_id: String(transaction_id),
        order_id: String(order_id),
      },
      unsignedFields: {},
      keyId: line.evidence.replace('callback signature of key ', ''),
    })
    return { recorded }
  }
  const callback: CallbackRecord = JSON.parse(row.payload)
  const recorded = await recordCallback(context, callback)
  const taken = (await takeUpAgain(context, row.key)) ?? row
  const asked = await askAbout(context, await findCallback(context, taken))
  const confirmation = await settleCallback(context, asked)
  // What was done with before stays so, also when the service does not answer now: nothing of it is tried again.
  const isDone = row.state === 'done' && confirmation.outcome !== 'orphan'
  return {
    recorded,
    confirmation: isDone ? { ...confirmation, outcome: 'settled' } : confirmation,
  }
}
