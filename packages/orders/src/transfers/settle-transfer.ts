import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { sql } from 'drizzle-orm'
import { checkContext } from '../check-context.ts'
import { journal } from '../database/schema.ts'
import { isRepeated } from '../journal/repeated-verdict.ts'
import type { OrdersContext } from '../orders-context.ts'
import { isRefusedByPerson, settledByPerson } from '../states/transfer-state.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'
import { correctTransaction } from './correct-transaction.ts'
import {
  otherWithTransaction,
  readTransfer,
  transferView,
  type TransferRow,
} from './read-transfer.ts'
import { recordOverVerdict, recordTransfer, type TransferResult } from './record-transfer.ts'
import type { TransferVerdict, TransferView } from './transfers-api.ts'

const verdictRules: OptionRules<TransferVerdict> = {
  result: ['succeeded', 'refused'],
  transactionId: 'string',
  reason: 'any',
  staffId: 'any',
}

function resultOf(
  verdict: TransferVerdict,
): Exclude<TransferResult, { readonly state: 'unknown' }> {
  const evidence = 'word of a person'
  if (verdict.result === 'refused') {
    const remedy = 'Ask for a new transfer under a new id if the money is still owed.'
    return { state: 'refused', code: 0, reason: settledByPerson, remedy, evidence }
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

/** Whether the transfer is as the verdict says because this very verdict was recorded before. */
async function wasSaid(
  context: OrdersContext,
  transfer: TransferRow,
  verdict: TransferVerdict,
): Promise<boolean> {
  const { id, state, transactionId } = transfer
  const isAsSaid =
    verdict.result === 'succeeded'
      ? state === 'succeeded' && transactionId === verdict.transactionId
      : isRefusedByPerson(transferView(transfer))
  if (!isAsSaid) return false
  // The key of such a line ends with the version of the transfer.
  const keys = `transfer.${state}:${id}`
  const about = sql`${journal.dedupe} > ${`${keys}:`} AND ${journal.dedupe} < ${`${keys};`}`
  return isRepeated(context, verdict, { about })
}

/**
 * Settles an unknown transfer by the verdict of an operator who has looked it up. The journal keeps
 * the verdict and the name. A verdict that a transfer was not made may be corrected; nothing is
 * sent, and the shop gets `transfer.succeeded`. When only a verdict has named the transaction of a
 * transfer, another verdict may replace it by one that the service has named. The same verdict of
 * the same person for the same reason is answered like the first one.
 *
 * @throws TypeError when a field of the verdict is out of its range, another transfer has the
 *   transaction, or a correction names one that the service has not named
 */
export async function settleTransfer(
  context: OrdersContext,
  id: string,
  verdict: TransferVerdict,
): Promise<VerdictOutcome<{ readonly transfer: TransferView }>> {
  checkContext('settleTransfer', context)
  checkArguments('settleTransfer', {}, { id })
  checkOptions('settleTransfer', verdict, verdictRules)
  checkArguments('settleTransfer', {}, { result: verdict.result })
  checkVerdict(verdict)
  const result = resultOf(verdict)
  const row = await readTransfer(context, id)
  if (row === undefined) return { outcome: 'not_found' }
  const data = { staff_id: verdict.staffId, verdict_reason: verdict.reason }
  const isMade = result.state === 'succeeded'
  const isCorrected = isMade && isRefusedByPerson(transferView(row))
  const isNamedAnew = isMade
    ? await correctTransaction(context, row, { ...result, data })
    : undefined
  const isSettled = isCorrected
    ? await recordOverVerdict(context, row, { result, data })
    : (isNamedAnew ??
      (row.state === 'unknown' && (await recordTransfer(context, row, { result, data }))))
  const after = (await readTransfer(context, id)) ?? row
  const isOpen =
    after.state === 'unknown' ||
    isNamedAnew === false ||
    (isCorrected && isRefusedByPerson(transferView(after)))
  if (isOpen) await requireOwnTransaction(context, id, verdict)
  const transfer = transferView(after)
  const isSaid = isSettled || (await wasSaid(context, after, verdict))
  return { outcome: isSaid ? 'settled' : 'not_unknown', transfer }
}
