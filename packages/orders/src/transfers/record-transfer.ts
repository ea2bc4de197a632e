import { and, eq, sql } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { transfers, type JournalData } from '../database/schema.ts'
import { transfersIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { TransferEventType } from '../events/events-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { TransferRow } from './read-transfer.ts'

/** What became of a transfer. */
export type TransferResult =
  | {
      readonly state: 'succeeded'
      readonly transactionId: string
      readonly evidence: EvidenceSource
    }
  | {
      readonly state: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
      readonly evidence: EvidenceSource
    }
  | { readonly state: 'unknown'; readonly evidence: EvidenceSource }

const eventOf = {
  succeeded: 'transfer.succeeded',
  refused: 'transfer.failed',
  unknown: 'transfer.unknown',
} as const satisfies Record<TransferResult['state'], TransferEventType>

function dataOf(result: TransferResult): JournalData {
  if (result.state === 'succeeded') return { transaction_id: result.transactionId }
  return result.state === 'refused' ? { code: result.code, reason: result.reason } : {}
}

/**
 * Puts what became of a transfer on disk: state, journal line, event and, when the outcome is unknown, an alert in
 * one batch. A transfer that is settled is not settled again.
 *
 * @returns whether the state has changed
 */
export async function recordTransfer(
  context: OrdersContext,
  transfer: Pick<TransferRow, 'id' | 'reference' | 'amountVnd'>,
  { result, data: more }: { readonly result: TransferResult; readonly data: JournalData },
): Promise<boolean> {
  const atMs = context.now()
  const { id, reference, amountVnd } = transfer
  const { state, evidence } = result
  const data = { transfer_id: id, reference, amount_vnd: amountVnd, ...dataOf(result), ...more }
  const transactionId = result.state === 'succeeded' ? result.transactionId : null
  return transact(context, {
    decide: update(transfers, {
      set: {
        state,
        version: sql`${transfers.version} + 1`,
        updatedAtMs: atMs,
        transactionId,
        ...(result.state === 'refused' && {
          refusalCode: result.code,
          refusalReason: result.reason,
          refusalRemedy: result.remedy,
        }),
      },
      where: and(
        eq(transfers.id, id),
        sql`${transfers.state} IN ${transfersIn.before(state)}`,
        sql`(${transactionId} IS NULL OR NOT EXISTS (
          SELECT 1 FROM ${transfers} WHERE transaction_id = ${transactionId}))`,
      ),
    }),
    journal: {
      atMs,
      kind: `transfer.${state}`,
      orderId: null,
      dedupe: `transfer.${state}:${id}`,
      evidence,
      data,
    },
    event: { type: eventOf[state], transferId: id, atMs, data },
    ...(state === 'unknown' && { alert: { kind: 'transfer_unknown', subject: id, atMs, data } }),
  })
}
