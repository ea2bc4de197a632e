import type { OrderRows } from '../orders/order-view.ts'
import type { AttemptState } from '../states/attempt-state.ts'

/** An attempt as it is stored. */
export type AttemptRow = OrderRows['attempts'][number]

/** The newest payment with a linked wallet in one of the states. */
export function findLinkedAttempt(
  rows: OrderRows,
  states: readonly AttemptState[],
): AttemptRow | undefined {
  return rows.attempts.findLast(
    ({ method, state }) => method === 'linked-wallet' && states.includes(state),
  )
}
