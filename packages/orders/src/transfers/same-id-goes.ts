import { transferMoney } from '@merchant-edge/contract'
import { refusalOf } from '@merchant-edge/contract/refusals'
import type { transfers } from '../database/schema.ts'

/** What is written down of a transfer that could not be sent. */
export const notSent = { code: 0, reason: 'not_sent' } as const

/**
 * Whether the refusal of a transfer says that nothing was processed: it was turned away for the key or the time, or was
 * not sent at all. The same id is then usable.
 *
 * @see Specification 5.1, 7
 */
export function sameIdGoes({
  state,
  refusalCode: code,
  refusalReason: reason,
}: Pick<typeof transfers.$inferSelect, 'state' | 'refusalCode' | 'refusalReason'>): boolean {
  if (state !== 'refused' || code === null) return false
  if (code === notSent.code) return reason === notSent.reason
  return refusalOf(transferMoney, code)?.kind === 'not_processed'
}
