import { alertOnce } from '../alerts/alerts.ts'
import type { JournalData } from '../database/schema.ts'
import { transact, transactAll } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { contradictedTransfer } from './contradicted-transfer.ts'
import type { TransferAnswer } from './read-transfer-answer.ts'
import { otherWithTransaction, readTransfer, type TransferRow } from './read-transfer.ts'
import { recordOverVerdict, recordTransfer } from './record-transfer.ts'

/** How the answer of the service contradicts the stored outcome; `undefined` when it does not. */
function contradictionOf(stored: TransferRow, { result }: TransferAnswer): JournalData | undefined {
  if (result.state === 'succeeded') {
    const { transactionId } = result
    const isOther = stored.state === 'succeeded' && stored.transactionId !== transactionId
    return stored.state === 'refused' || isOther ? { transaction_id: transactionId } : undefined
  }
  const isDenied = stored.state === 'succeeded' && result.state === 'refused'
  return isDenied ? { code: result.code, reason: result.reason } : undefined
}

function factsOf({ id, reference, amountVnd, state }: TransferRow): JournalData {
  return { transfer_id: id, reference, amount_vnd: amountVnd, state }
}

/**
 * Raises an alert when the answer contradicts the stored outcome, and keeps the transaction that it
 * names.
 *
 * @returns whether it does
 */
async function recordContradiction(
  context: OrdersContext,
  stored: TransferRow,
  said: TransferAnswer,
): Promise<boolean> {
  const contradiction = contradictionOf(stored, said)
  if (contradiction === undefined) return false
  const { result } = said
  const atMs = context.now()
  const data = { ...factsOf(stored), ...contradiction }
  const alert = alertOnce({ kind: 'transfer_contradicted', subject: stored.id, atMs, data })
  // Also where it counts as not made: the verdict that corrects this may name a wrong one.
  const named =
    result.state === 'succeeded'
      ? [contradictedTransfer(stored, { atMs, ...result, data: {} })]
      : []
  await transactAll(context, { transitions: [...named, alert] })
  return true
}

/** A person must find out which of two transfers a transaction has paid. */
async function recordTransactionOfOther(
  context: OrdersContext,
  transfer: TransferRow,
  transactionId: string,
): Promise<void> {
  const other = await otherWithTransaction(context, { id: transfer.id, transactionId })
  if (other === undefined) return
  const data = {
    why: 'the transaction of the answer belongs to another transfer',
    transaction_id_of_answer: transactionId,
    other_transfer_id: other,
  }
  await recordTransfer(context, transfer, {
    result: { state: 'unknown', evidence: 'answer of the service' },
    data,
  })
  const alert = alertOnce({
    kind: 'transaction_of_other_transfer',
    subject: transfer.id,
    atMs: context.now(),
    data: { ...factsOf(transfer), state: 'unknown', ...data },
  })
  await transact(context, alert)
}

/**
 * Stores the answer to the call of a transfer; storing it again changes no transfer. An answer that
 * comes after a verdict or a file has settled the transfer raises an alert when it says otherwise.
 *
 * @param transfer as read before the call
 */
export async function recordTransferAnswer(
  context: OrdersContext,
  transfer: TransferRow,
  said: TransferAnswer,
): Promise<void> {
  if (await recordTransfer(context, transfer, said)) return
  const after = await readTransfer(context, transfer.id)
  // The shop has asked again since, after this call was rejected: that call has its own answer.
  if (after?.leaseUntilMs !== transfer.leaseUntilMs) return
  if (await recordContradiction(context, after, said)) return
  const { result } = said
  if (result.state === 'refused') {
    await recordOverVerdict(context, after, { result, data: { late: true, ...said.data } })
  } else if (result.state === 'succeeded') {
    await recordTransactionOfOther(context, after, result.transactionId)
  }
}
