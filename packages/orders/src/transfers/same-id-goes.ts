import { transferMoney } from '@merchant-edge/contract'
import { refusalOf } from '@merchant-edge/contract/refusals'
import type { transfers } from '../database/schema.ts'

/** What is written down of a transfer that could not be sent. */
export const notSent = { code: 0, reason: 'not_sent' } as const

/**
 * Whether a refusal says that nothing was processed: the transfer was turned away for the key or the time, or was not
 * sent at all.
 *
 * @see Specification 5.1, 7
 */
export function isTurnedAwayUnread({
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
 * Whether the id of a refused transfer is usable: nothing of it was processed, and its outcome was never unknown. A shop
 * that was told `transfer.unknown` is told `transfer.failed` in the end and may pay under a new id, so that the old one
 * must not be sent any more.
 */
export function sameIdGoes({
  state,
  refusalCode: code,
  refusalReason: reason,
  wasUnknown,
}: Pick<
  typeof transfers.$inferSelect,
  'state' | 'refusalCode' | 'refusalReason' | 'wasUnknown'
>): boolean {
  if (state !== 'refused' || code === null || wasUnknown) return false
  return isTurnedAwayUnread({ code, reason })
}
