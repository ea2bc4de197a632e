import type { RefundView } from '@merchant-edge/orders/api'
import { refundStates } from '@merchant-edge/orders/states'

/** Whether it is open what a refund comes to; it is not once a person has said that the owed half does not come. */
export function isOpenRefund({ state, owed }: Pick<RefundView, 'state' | 'owed'>): boolean {
  return refundStates[state].open && (state === 'presumed_refunded' || owed.vnd + owed.points > 0)
}
