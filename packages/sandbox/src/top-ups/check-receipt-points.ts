import { limits } from '@merchant-edge/contract'
import { RefusalError } from '../requests/refusal-error.ts'

/**
 * Refuses a top-up with a receipt that has too many points: the one malformed top-up with a code of its
 * own, in both forms.
 *
 * @throws RefusalError 4000328
 */
export function checkReceiptPoints(fields: Readonly<Record<string, unknown>>): void {
  const { topUpPointsMax, topUpPointsWithReceiptBelow: below } = limits
  const points = fields['point_amount']
  if (fields['send_receipt'] !== true || typeof points !== 'number') return
  if (points < below || points > topUpPointsMax) return
  throw new RefusalError(4000328, `point_amount: must be below ${below} with a receipt`)
}
