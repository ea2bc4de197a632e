import type { JournalData } from '../database/schema.ts'
import type { MadeTransfer } from '../service/linked-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import type { TransferResult } from './record-transfer.ts'
import { notSent } from './reuse-transfer-id.ts'

/** What an answer says, with further facts for the journal. */
export interface TransferAnswer {
  readonly result: TransferResult
  readonly data: JournalData
}

/**
 * Interprets an answer. Only an answer that names our reference and a transaction counts as
 * success, and only a refusal that certainly had no effect counts as failure.
 */
export function readTransferAnswer(
  answer: PortAnswer<MadeTransfer>,
  reference: string,
): TransferAnswer {
  const unknown = { state: 'unknown', evidence: 'no answer of the service' } as const
  if (answer.outcome === 'accepted') {
    const { transactionId = '', reference: named = '', postBalanceVnd } = answer.data
    if (named === reference && transactionId !== '') {
      const evidence = 'answer of the service'
      // Only whole VND are stored, as everywhere; no decision depends on the balance.
      const isWhole = Number.isSafeInteger(postBalanceVnd)
      const balance = isWhole && postBalanceVnd !== undefined ? { postBalanceVnd } : {}
      return { result: { state: 'succeeded', transactionId, ...balance, evidence }, data: {} }
    }
    const data = { transaction_id_of_answer: transactionId, reference_of_answer: named }
    return { result: { state: 'unknown', evidence: 'answer of the service' }, data }
  }
  if (answer.outcome === 'not_sent') {
    const refused = { ...notSent, remedy: answer.message }
    return { result: { state: 'refused', evidence: 'own record', ...refused }, data: {} }
  }
  if (answer.outcome === 'refused') {
    const { code, reason, remedy, applied, repeatedAfterUnknown } = answer
    const evidence = 'answer of the service'
    if (applied === 'no' && !repeatedAfterUnknown) {
      return { result: { state: 'refused', code, reason, remedy, evidence }, data: {} }
    }
    return { result: { state: 'unknown', evidence }, data: { code, reason } }
  }
  return {
    result:
      answer.outcome === 'unlisted' ? { ...unknown, evidence: 'answer of the service' } : unknown,
    data: answer.outcome === 'unlisted' ? { code: answer.code } : {},
  }
}
