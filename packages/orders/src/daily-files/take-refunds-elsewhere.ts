import { raiseAlert } from '../alerts/alerts.ts'
import { recordRefundElsewhere } from '../refunds/record-refund-elsewhere.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { dataOfEvidence, type FileEvidence } from './file-evidence.ts'
import { nameOfKey } from './file-keys.ts'
import type { DoubtfulRefund, ForeignTransactions, FoundRefund } from './foreign-transactions.ts'
import type { EvidenceFiles } from './settle-by-file.ts'

async function alertDoubt(
  context: DailyFilesContext,
  { refund, doubt }: DoubtfulRefund,
  evidence: FileEvidence,
): Promise<void> {
  const { id, orderId, vnd, points } = refund
  await raiseAlert(context, {
    kind: doubt === 'may_be_ours' ? 'refund_elsewhere_unclear' : 'refund_elsewhere_exceeds',
    subject: id,
    atMs: context.now(),
    data: { order_id: orderId, doubt, vnd, points, ...dataOfEvidence(evidence) },
  })
}

/**
 * Writes down the refunds of our orders that a run has found to be made elsewhere, each once, and calls a person to the
 * rows that name an order of ours and were not taken.
 *
 * @returns how many were written down now
 */
export async function takeRefundsElsewhere(
  context: DailyFilesContext,
  { refunds, doubtful }: Pick<ForeignTransactions, 'refunds' | 'doubtful'>,
  { serviceKey, serviceSha256 }: Pick<EvidenceFiles, 'serviceKey' | 'serviceSha256'>,
): Promise<number> {
  const evidenceOf = ({ transaction }: FoundRefund): FileEvidence => ({
    transaction,
    file: nameOfKey(serviceKey),
    fileSha256: serviceSha256,
    hasRow: false,
  })
  let taken = 0
  for (const found of refunds) {
    const evidence = evidenceOf(found)
    const recording = await recordRefundElsewhere(context, found.refund, dataOfEvidence(evidence))
    if (recording === 'recorded') taken += 1
    // A refund of ours was reserved between the comparison and now.
    if (recording === 'exceeds') await alertDoubt(context, { ...found, doubt: 'exceeds' }, evidence)
  }
  for (const doubt of doubtful) await alertDoubt(context, doubt, evidenceOf(doubt))
  return taken
}
