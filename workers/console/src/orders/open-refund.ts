import type { RefundView } from '@merchant-edge/orders/api'
import { refundStates } from '@merchant-edge/orders/states'

/**
 * Whether the outcome of a refund is open; it is not open after an operator decided that the owed
 * half will not be refunded.
 */
export function isOpenRefund({ state, owed }: Pick<RefundView, 'state' | 'owed'>): boolean {
  return refundStates[state].open && (state === 'presumed_refunded' || owed.vnd + owed.points > 0)
}
