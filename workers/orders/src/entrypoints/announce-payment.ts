import type { HoldOutcome, LinkedPaymentOutcome } from '@merchant-edge/orders/api'
import type { QueueSender } from '../outbox-queue.ts'
import { keysOfOrder } from './announced-keys.ts'
import { announce, keepRunning } from './rpc-work.ts'

/** Completes a payment with a linked wallet, and announces the resulting events of the order. */
export async function announcePayment<Outcome extends LinkedPaymentOutcome | HoldOutcome>(
  sender: QueueSender,
  payment: Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await keepRunning(sender.context, payment)
  if ('order' in outcome) announce(sender, keysOfOrder(outcome.order))
  return outcome
}
