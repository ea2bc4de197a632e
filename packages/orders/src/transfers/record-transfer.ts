import { and, eq, sql } from 'drizzle-orm'
import { alertAfterChange } from '../alerts/alerts.ts'
import { afterChange, insertWhere } from '../database/insert-where.ts'
import { openDatabase, type OrderDatabase } from '../database/open-database.ts'
import { outbox, transfers, type JournalData } from '../database/schema.ts'
import type { TransferEventType } from '../events/order-event.ts'
import { journalEntry, type EvidenceSource } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { transfersIn } from '../states/transfer-state.ts'
import type { TransferRow } from './transfer-view.ts'

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

/** The key of an event about a transfer: its webhook-id. */
export function transferEventKey(type: TransferEventType, transferId: string): string {
  return `${type.replace('.', '-')}:${transferId}`
}

function eventAfterChange(
  db: OrderDatabase,
  event: { type: TransferEventType; transferId: string; atMs: number; data: JournalData },
) {
  const { type, transferId, atMs, data } = event
  return insertWhere(db, outbox, {
    values: {
      key: transferEventKey(type, transferId),
      kind: 'event',
      transferId,
      version: sql`(SELECT version FROM ${transfers} WHERE id = ${transferId})`,
      payload: JSON.stringify({ type, facts: data }),
      createdAtMs: atMs,
      nextAtMs: atMs,
    },
    where: afterChange,
  })
}

function dataOf(result: TransferResult): JournalData {
  if (result.state === 'succeeded') return { transaction_id: result.transactionId }
  return result.state === 'refused' ? { code: result.code, reason: result.reason } : {}
}

/**
 * Puts what became of a transfer on disk: state, journal line, event and, where nobody knows, an alert in
 * one batch. A transfer that is settled is not settled again.
 *
 * @returns whether the state has changed
 */
export async function recordTransfer(
  context: OrdersContext,
  transfer: Pick<TransferRow, 'id' | 'reference' | 'amountVnd'>,
  { result, data: more }: { readonly result: TransferResult; readonly data: JournalData },
): Promise<boolean> {
  const db = openDatabase(context)
  const atMs = context.now()
  const { id, reference, amountVnd } = transfer
  const { state, evidence } = result
  const data = { transfer_id: id, reference, amount_vnd: amountVnd, ...dataOf(result), ...more }
  const transactionId = result.state === 'succeeded' ? result.transactionId : null
  const [updated] = await db.batch([
    db
      .update(transfers)
      .set({
        state,
        version: sql`${transfers.version} + 1`,
        updatedAtMs: atMs,
        transactionId,
        ...(result.state === 'refused' && {
          refusalCode: result.code,
          refusalReason: result.reason,
          refusalRemedy: result.remedy,
        }),
      })
      .where(
        and(
          eq(transfers.id, id),
          sql`${transfers.state} IN ${transfersIn.before(state)}`,
          sql`(${transactionId} IS NULL OR NOT EXISTS (
            SELECT 1 FROM ${transfers} WHERE transaction_id = ${transactionId}))`,
        ),
      ),
    journalEntry(
      db,
      {
        atMs,
        kind: `transfer.${state}`,
        orderId: null,
        dedupe: `transfer.${state}:${id}`,
        evidence,
        data,
      },
      { afterChange: true },
    ),
    eventAfterChange(db, { type: eventOf[state], transferId: id, atMs, data }),
    ...(state === 'unknown'
      ? [alertAfterChange(db, { kind: 'transfer_unknown', subject: id, atMs, data })]
      : []),
  ])
  return updated.meta.changes === 1
}
