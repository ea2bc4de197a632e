import { eq } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, refunds } from '../database/schema.ts'
import { recordRefunded } from '../refunds/record-refund.ts'
import { pointValueVnd } from '../rules/point-value.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import {
  alertEvidence,
  dataOfEvidence,
  sourceOfFile,
  type FileEvidence,
  recordTransactionKnown,
} from './file-evidence.ts'

type Refund = typeof refunds.$inferSelect

/** Names the wallet transaction code of a refund that a duplicate answer has settled without one. */
async function nameTransaction(
  context: DailyFilesContext,
  refund: Refund,
  evidence: FileEvidence,
): Promise<void> {
  const [settled] = await openDatabase(context)
    .select({ data: journal.data })
    .from(journal)
    .where(eq(journal.dedupe, `refund.settled:${refund.id}`))
  if (settled === undefined || typeof settled.data['wallet_code'] === 'string') return
  await recordTransactionKnown(context, evidence, {
    orderId: refund.orderId,
    amountVnd: refund.vnd + refund.points * pointValueVnd,
    data: { refund_id: refund.id },
  })
}

async function take(
  context: DailyFilesContext,
  refund: Refund,
  evidence: FileEvidence,
): Promise<boolean> {
  const { vnd, points } = evidence.transaction
  const { id, orderId, state } = refund
  const data = { order_id: orderId, state, vnd: refund.vnd, points: refund.points }
  if (state === 'refunded') await nameTransaction(context, refund, evidence)
  if (state === 'refused') {
    await alertEvidence(context, evidence, { kind: 'file_contradicts', subject: id, data })
  }
  if (state !== 'refund_unknown') return false
  if (vnd !== refund.vnd || points !== refund.points) {
    await alertEvidence(context, evidence, { kind: 'file_amount_differs', subject: id, data })
    return false
  }
  await recordRefunded(context, refund, {
    state: 'refunded',
    evidence: sourceOfFile,
    data: dataOfEvidence(evidence),
  })
  return true
}

/**
 * Applies a success row of the service file to the refund that it names by our id: an unknown one is
 * settled when money and points are those that were asked for.
 *
 * @returns whether it was settled; `undefined` when no refund has this id
 */
export async function settleRefundByFile(
  context: DailyFilesContext,
  evidence: FileEvidence,
): Promise<boolean | undefined> {
  const [refund] = await openDatabase(context)
    .select()
    .from(refunds)
    .where(eq(refunds.id, evidence.transaction.invoiceCode))
  return refund === undefined ? undefined : take(context, refund, evidence)
}
