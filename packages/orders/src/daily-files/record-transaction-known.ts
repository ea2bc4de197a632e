import type { JournalData } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { entryOnce } from '../journal/journal.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { dataOfEvidence, sourceOfFile, type FileEvidence } from './file-evidence.ts'

/**
 * Writes down the wallet transaction code of something that is settled and that nobody had named before.
 * The partner file of the day on which it becomes known has its row.
 */
export async function recordTransactionKnown(
  context: DailyFilesContext,
  evidence: FileEvidence,
  known: { readonly orderId: string; readonly amountVnd: number; readonly data: JournalData },
): Promise<void> {
  const { walletCode, type } = evidence.transaction
  await transact(
    context,
    entryOnce({
      atMs: context.now(),
      kind: 'transaction.known',
      orderId: known.orderId,
      dedupe: `transaction.known:${type}:${walletCode}`,
      evidence: sourceOfFile,
      data: { ...known.data, amount_vnd: known.amountVnd, type, ...dataOfEvidence(evidence) },
    }),
  )
}
