import { eq } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { transfers } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { contradictedTransfer } from '../../transfers/contradicted-transfer.ts'
import { otherWithTransaction } from '../../transfers/read-transfer.ts'
import { recordTransfer } from '../../transfers/record-transfer.ts'
import { transferKnownKey } from '../../database/confirmed-in-sql.ts'
import { entryOnce } from '../../journal/journal.ts'
import { applyToNewest } from './apply-to-newest.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { alertEvidence, dataOfEvidence, sourceOfFile, type FileEvidence } from './file-evidence.ts'
import { transferSubject } from './transfer-subject.ts'

type TransferRow = typeof transfers.$inferSelect

async function take(
  context: DailyFilesContext,
  transfer: TransferRow,
  evidence: FileEvidence,
): Promise<boolean | 'overtaken'> {
  const { transaction } = evidence
  const { id, state, amountVnd, transactionId: known } = transfer
  const about = {
    subject: transferSubject(id),
    data: { transfer_id: id, state, amount_vnd: amountVnd },
  }
  const isOther = known !== transaction.serviceCode && known !== transaction.walletCode
  const isContradicted = state === 'refused' || (state === 'succeeded' && isOther)
  if (isContradicted) {
    // It is kept also for one that was refused: a verdict that corrects it may name another one by mistake.
    const line = contradictedTransfer(transfer, {
      atMs: context.now(),
      evidence: sourceOfFile,
      transactionId: transaction.serviceCode,
      data: dataOfEvidence(evidence),
    })
    if (transaction.vnd === amountVnd && transaction.points === 0) await transact(context, line)
    const data = { ...about.data, ...(state === 'succeeded' && { transaction_id: known }) }
    await alertEvidence(context, evidence, { kind: 'file_contradicts', ...about, data })
  }
  if (state === 'succeeded' && !isOther) {
    // A verdict that has called it made is confirmed.
    await transact(
      context,
      entryOnce({
        atMs: context.now(),
        kind: 'transfer.known',
        orderId: null,
        dedupe: `${transferKnownKey}${id}`,
        evidence: sourceOfFile,
        data: { transfer_id: id, amount_vnd: amountVnd, ...dataOfEvidence(evidence) },
      }),
    )
  }
  if (state !== 'unknown') return false
  if (transaction.vnd !== amountVnd || transaction.points !== 0) {
    await alertEvidence(context, evidence, { kind: 'file_amount_differs', ...about })
    return false
  }
  const transactionId = transaction.serviceCode
  const isSettled = await recordTransfer(context, transfer, {
    result: { state: 'succeeded', transactionId, evidence: sourceOfFile },
    data: dataOfEvidence(evidence),
  })
  if (isSettled) return true
  const other = await otherWithTransaction(context, { id, transactionId })
  if (other !== undefined) {
    await alertEvidence(context, evidence, {
      kind: 'transaction_of_other_transfer',
      subject: id,
      data: { ...about.data, other_transfer_id: other },
    })
    return false
  }
  return 'overtaken'
}

/**
 * Applies a success row of the service file to the transfer that it names by our reference,
 * whatever the type of the row, because the files have types for payments and refunds only. A row
 * whose transaction already belongs to another transfer settles nothing and raises an alert.
 * Assumes G-104.
 *
 * @returns whether it was settled; `undefined` when no transfer has this reference
 */
export async function settleTransferByFile(
  context: DailyFilesContext,
  evidence: FileEvidence,
): Promise<boolean | undefined> {
  const { invoiceCode } = evidence.transaction
  async function read(): Promise<TransferRow | undefined> {
    const [transfer] = await openDatabase(context)
      .select()
      .from(transfers)
      .where(eq(transfers.reference, invoiceCode))
    return transfer
  }
  return applyToNewest(read, (transfer) => take(context, transfer, evidence))
}
