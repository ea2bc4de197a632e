import { alertOnce } from '../../alerts/alerts.ts'
import { transact } from '../../database/transact.ts'
import { roomFor } from '../../pacing/budget.ts'
import { recordRefundElsewhere } from '../../refunds/record-refund-elsewhere.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { dataOfEvidence, type FileEvidence, isUndecided } from './file-evidence.ts'
import { nameOfKey } from '../bucket/file-keys.ts'
import type {
  DoubtfulRefund,
  ForeignTransactions,
  FoundRefund,
} from '../service-file/foreign-transactions.ts'
import { RowTries } from './row-tries.ts'
import type { EvidenceFiles } from './settle-by-file.ts'
import { keepProgress, type SettlingProgress } from './settling-progress.ts'

async function alertDoubt(
  context: DailyFilesContext,
  { refund, doubt }: DoubtfulRefund,
  evidence: FileEvidence,
): Promise<void> {
  const { id, orderId, vnd, points } = refund
  const raised = {
    kind: doubt === 'may_be_ours' ? 'refund_elsewhere_unclear' : 'refund_elsewhere_exceeds',
    subject: id,
    atMs: context.now(),
    data: { order_id: orderId, doubt, vnd, points, ...dataOfEvidence(evidence) },
  } as const
  await transact(context, alertOnce(raised, isUndecided(evidence)))
}

/**
 * Maximum number of statements for one refund: the refund of a disputed payment that is too large,
 * with its alert, or one that fails there, with the alert about that.
 */
const statementsPerRefund = 19

/**
 * Records the refunds of our orders that a run has found and that were not made through this
 * system, each once. Raises alerts for rows that name one of our orders but could not be recorded.
 * It stops when the budget does not allow another refund, and the next invocation continues there. A
 * row that cannot be applied does not stop it.
 *
 * @returns whether all of them were processed
 * @throws RowsNotAppliedError when rows could not be applied, after all others
 */
export async function takeRefundsElsewhere(
  context: DailyFilesContext,
  { refunds, doubtful }: Pick<ForeignTransactions, 'refunds' | 'doubtful'>,
  source: Pick<EvidenceFiles, 'serviceKey' | 'serviceSha256' | 'progressKey'> & {
    readonly progress: SettlingProgress
  },
): Promise<boolean> {
  const { serviceKey, serviceSha256, progressKey, progress } = source
  const evidenceOf = ({ transaction }: FoundRefund): FileEvidence => ({
    transaction,
    file: nameOfKey(serviceKey),
    fileSha256: serviceSha256,
    hasRow: false,
  })

  async function take(found: FoundRefund, evidence: FileEvidence): Promise<void> {
    const recording = await recordRefundElsewhere(context, found.refund, dataOfEvidence(evidence))
    // Between the comparison and now, a refund of ours was reserved or got the code of the row.
    if (recording === 'exceeds') await alertDoubt(context, { ...found, doubt: 'exceeds' }, evidence)
    if (recording === 'ours')
      await alertDoubt(context, { ...found, doubt: 'may_be_ours' }, evidence)
  }

  const lookedAt = new Set(progress.lookedAt)
  const tries = new RowTries(context, progress.failed)

  /** Returns whether the budget allowed all of them. */
  async function takeAll<Found extends FoundRefund>(
    all: readonly Found[],
    takeOne: (found: Found, evidence: FileEvidence) => Promise<void>,
  ): Promise<boolean> {
    for (const found of all) {
      const { id } = found.refund
      if (lookedAt.has(id)) continue
      if (tries.areTooMany) return false
      if (roomFor(context, { each: statementsPerRefund, max: 1 }) === 0) return false
      const evidence = evidenceOf(found)
      if (await tries.apply(id, evidence, () => takeOne(found, evidence))) lookedAt.add(id)
    }
    return true
  }

  const isWhole =
    (await takeAll(refunds, take)) &&
    (await takeAll(doubtful, (doubt, evidence) => alertDoubt(context, doubt, evidence)))
  const { failed } = tries
  if (!isWhole || failed.size > 0) {
    await keepProgress(context, progressKey, { lookedAt, failed })
  }
  tries.throwIfAnyFailed()
  return isWhole
}
