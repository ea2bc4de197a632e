import { wasRestoredLately } from '../alerts/restored-lately.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { PortAnswer } from '../service/port-answer.ts'

/** Codes that can mean that the service already has the reference. Assumes G-54. */
function mayMeanReferenceTaken(code: number): boolean {
  return code === 4_000_001 || Math.floor(code / 10_000) === 409
}

/**
 * Whether the answer to a new payment with a linked wallet may be about an earlier payment of the
 * same order, which the database has lost because it was restored: the service then refuses the
 * reference that both payments have. Without a restore no reference is used twice, and the same
 * codes are refusals without effect.
 */
export async function mayBeLostPayment(
  context: OrdersContext,
  answer: PortAnswer<unknown>,
): Promise<boolean> {
  if (answer.outcome !== 'refused' || !mayMeanReferenceTaken(answer.code)) return false
  return wasRestoredLately(context)
}
