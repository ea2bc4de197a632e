import type { OrdersContext } from '../orders-context.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'
import { otherWithTransaction, readTransfer, transferView } from './read-transfer.ts'
import { recordTransfer, type TransferResult } from './record-transfer.ts'
import type { TransferVerdict, TransferView } from './transfers-api.ts'

function resultOf(verdict: TransferVerdict): TransferResult {
  const evidence = 'word of a person'
  if (verdict.result === 'refused') {
    const remedy = 'Ask for a new transfer under a new id if the money is still owed.'
    return { state: 'refused', code: 0, reason: 'settled_by_person', remedy, evidence }
  }
  const { transactionId } = verdict
  if (transactionId === undefined) {
    throw new TypeError("The verdict's transactionId must be given for a transfer that succeeded.")
  }
  return { state: 'succeeded', transactionId, evidence }
}

async function requireOwnTransaction(
  context: OrdersContext,
  id: string,
  { transactionId = '' }: TransferVerdict,
): Promise<void> {
  const other = await otherWithTransaction(context, { id, transactionId })
  if (other === undefined) return
  throw new TypeError(
    `The verdict's transactionId must not be that of another transfer: ${other} has it.`,
  )
}

/**
 * Settles an unknown transfer by the verdict of an operator who has looked it up. The journal keeps
 * the verdict and the name.
 *
 * @throws TypeError when a field of the verdict is out of its range, or another transfer has the
 *   transaction
 */
export async function settleTransfer(
  context: OrdersContext,
  id: string,
  verdict: TransferVerdict,
): Promise<VerdictOutcome<{ readonly transfer: TransferView }>> {
  checkVerdict(verdict)
  const result = resultOf(verdict)
  const row = await readTransfer(context, id)
  if (row === undefined) return { outcome: 'not_found' }
  const isSettled =
    row.state === 'unknown' &&
    (await recordTransfer(context, row, {
      result,
      data: { staff_id: verdict.staffId, verdict_reason: verdict.reason },
    }))
  const after = (await readTransfer(context, id)) ?? row
  if (after.state === 'unknown') await requireOwnTransaction(context, id, verdict)
  const transfer = transferView(after)
  return { outcome: isSettled ? 'settled' : 'not_unknown', transfer }
}
