import { watchHealth } from '../alerts/watch-health.ts'
import { confirmCallbacks } from '../callbacks/confirm-callbacks.ts'
import { sealJournal } from '../journal/seal-journal.ts'
import { settleLinkedPayments } from '../linked-payments/settle-linked-payments.ts'
import { settleLinks } from '../links/settle-links.ts'
import type { OrdersContext } from '../orders-context.ts'
import { closeUnansweredAttempts, expireOrders } from '../payments/expire-orders.ts'
import { pollPayments } from '../payments/poll-payments.ts'
import { settleRefunds } from '../refunds/settle-refund.ts'
import { closeUnansweredTransfers } from '../transfers/close-unanswered-transfers.ts'
import { deliverEvents } from '../webhook/deliver-events.ts'
import type { SweepReport } from './upkeep-api.ts'

const defaultRows = 500
/** Pages of the journal that one sweep seals at most. */
const sealPages = 40

/**
 * Does all work that is due. Every step takes leases, so that sweeps may overlap; a step that fails
 * does not keep the others from their turn.
 *
 * @throws AggregateError after the last step, with the failures of all steps
 *
 * @example
 * ```ts
 * import { sweep, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function everyMinute(context: OrdersContext): Promise<boolean> {
 *   const { confirmed, delivered } = await sweep(context)
 *   return confirmed + delivered > 0
 * }
 * ```
 */
export async function sweep(context: OrdersContext): Promise<SweepReport> {
  const limit = context.sweepRows ?? defaultRows
  const failures: unknown[] = []
  async function step<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      failures.push(error)
      return otherwise
    }
  }
  await step(() => closeUnansweredAttempts(context, limit), undefined)
  const confirmations = await step(() => confirmCallbacks(context, limit), {
    settled: 0,
    matched: 0,
  })
  const polls = await step(() => pollPayments(context, limit), {
    polled: 0,
    confirmed: 0,
    expired: 0,
  })
  const refundsSettled = await step(() => settleRefunds(context, limit), 0)
  const linksSettled = await step(() => settleLinks(context, limit), 0)
  const linkedPaymentsSettled = await step(() => settleLinkedPayments(context, limit), 0)
  const transfersUnknown = await step(() => closeUnansweredTransfers(context, limit), 0)
  const expired = await step(() => expireOrders(context, limit), 0)
  const deliveries = await step(() => deliverEvents(context, { limit }), {
    delivered: 0,
    failed: 0,
  })
  await step(() => watchHealth(context), undefined)
  const sealed = await step(() => sealJournal(context, sealPages), 0)
  if (failures.length > 0) throw new AggregateError(failures, 'Some steps of the sweep failed.')
  return {
    polled: polls.polled,
    confirmed: confirmations.settled + polls.confirmed,
    expired,
    orphansMatched: confirmations.matched,
    refundsSettled,
    linksSettled,
    linkedPaymentsSettled,
    transfersUnknown,
    delivered: deliveries.delivered,
    failed: deliveries.failed,
    sealed,
  }
}
