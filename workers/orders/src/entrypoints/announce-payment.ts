import type { HoldOutcome, LinkedPaymentOutcome } from '@merchant-edge/orders/api'
import type { QueueSender } from '../outbox-queue.ts'
import { keysOfOrder } from './announced-keys.ts'
import { announce, goOn } from './rpc-work.ts'

/** Sees a payment with a linked wallet through, and announces what it has made of the order. */
export async function announcePayment<Outcome extends LinkedPaymentOutcome | HoldOutcome>(
  sender: QueueSender,
  payment: Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await goOn(sender.context, payment)
  if ('order' in outcome) announce(sender, keysOfOrder(outcome.order))
  return outcome
}
