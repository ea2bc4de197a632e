import { eq } from 'drizzle-orm'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal, outbox } from '../database/schema.ts'
import { reopenDeadLetter } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { askAboutCallback } from './ask-about-callback.ts'
import { settleCallback, type Confirmation } from './settle-callback.ts'
import { findCallback } from './lease-callbacks.ts'
import { recordCallback } from './record-callback.ts'
import type { CallbackRecord } from './callback-record.ts'

/** Result of replaying a stored callback. */
export interface Replay {
  /**
   * Result of the confirmation; absent when there is nothing to confirm: the status is not SUCCESS,
   * or what the callback was about has been deleted as old data.
   */
  readonly confirmation?: Confirmation
}

/**
 * Replays a stored callback, from recording to confirmation. Steps that already took effect are not
 * repeated; steps that an outage prevented are done now, or scheduled for retry while the outage
 * lasts.
 *
 * @param seq place of the `callback.received` line in the journal
 * @returns `undefined` when the journal has no callback at this position
 */
export async function replayCallback(
  context: OrdersContext,
  seq: number,
): Promise<Replay | undefined> {
  checkContext('replayCallback', context)
  const db = openDatabase(context)
  const [line] = await db.select().from(journal).where(eq(journal.seq, seq))
  if (line?.kind !== 'callback.received') return undefined
  const [row] = await db.select().from(outbox).where(eq(outbox.key, line.dedupe))
  if (row === undefined) return {}
  const callback: CallbackRecord = JSON.parse(row.payload)
  await recordCallback(context, callback)
  const taken = (await reopenDeadLetter(context, row.key)) ?? row
  const asked = await askAboutCallback(context, await findCallback(context, taken))
  const confirmation = await settleCallback(context, asked)
  // A callback that was already settled stays settled, even when the service does not answer now:
  // no retry is scheduled.
  const isDone = row.state === 'done' && confirmation.outcome !== 'orphan'
  return { confirmation: isDone ? { ...confirmation, outcome: 'settled' } : confirmation }
}
