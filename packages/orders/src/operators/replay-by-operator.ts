import { eq } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { replayCallback } from '../callbacks/replay-callback.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { entryOnce } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import type { ReplayOutcome, StaffAction } from './operators-api.ts'

/**
 * Replays a stored callback for an operator. Effects that already happened are not repeated; steps
 * that an outage prevented are done. The request itself is recorded in the journal before the
 * replay begins.
 *
 * @param seq place of the `callback.received` line in the journal
 * @throws TypeError when the action has no operator or no reason
 */
export async function replayByOperator(
  context: OrdersContext,
  seq: number,
  action: StaffAction,
): Promise<ReplayOutcome> {
  checkContext('replayByOperator', context)
  checkArguments('replayByOperator', { action })
  checkVerdict(action)
  const { reason, staffId } = action
  const [line] = await openDatabase(context)
    .select({ kind: journal.kind, orderId: journal.orderId })
    .from(journal)
    .where(eq(journal.seq, seq))
  if (line?.kind !== 'callback.received') return { outcome: 'not_found' }
  const atMs = context.now()
  await transact(
    context,
    entryOnce({
      atMs,
      kind: 'callback.replayed',
      orderId: line.orderId,
      dedupe: `callback.replayed:${seq}:${atMs}:${staffId}`,
      evidence: 'word of a person',
      data: { callback_seq: seq, staff_id: staffId, verdict_reason: reason },
    }),
  )
  const replay = await replayCallback(context, seq)
  if (replay === undefined) return { outcome: 'not_found' }
  const { confirmation } = replay
  if (confirmation === undefined) return { outcome: 'replayed' }
  const { outcome, orderId } = confirmation
  return {
    outcome: 'replayed',
    confirmation: outcome,
    ...(orderId !== undefined && { orderId }),
  }
}
