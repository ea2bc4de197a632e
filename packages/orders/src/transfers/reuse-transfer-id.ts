import { transferMoney } from '@merchant-edge/contract'
import { refusalOf } from '@merchant-edge/contract/refusals'
import type { transfers } from '../database/schema.ts'

/** The refusal recorded for a transfer that could not be sent. */
export const notSent = { code: 0, reason: 'not_sent' } as const

/**
 * Whether a refusal means that nothing was processed: the service rejected the key or the time, or
 * the transfer was never sent.
 *
 * @see Specification 5.1, 7
 */
export function isUnprocessedRefusal({
  code,
  reason,
}: {
  readonly code: number
  readonly reason: string | null
}): boolean {
  if (code === notSent.code) return reason === notSent.reason
  return refusalOf(transferMoney, code)?.kind === 'not_processed'
}

/**
 * Whether the id of a refused transfer may be used again: nothing was processed, and its outcome
 * was never unknown. A shop that got `transfer.unknown` finally gets `transfer.failed` and may then
 * pay under a new id, so the old id must never be sent again.
 */
export function canReuseId({
  refusalCode: code,
  refusalReason: reason,
  wasUnknown,
}: Pick<typeof transfers.$inferSelect, 'refusalCode' | 'refusalReason' | 'wasUnknown'>): boolean {
  // Only a refused transfer has a code.
  if (code === null || wasUnknown) return false
  return isUnprocessedRefusal({ code, reason })
}
