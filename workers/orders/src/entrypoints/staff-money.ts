import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  acceptDispute,
  acknowledgeAlert,
  closeAlert,
  denyPayment,
  pauseEndpoint,
  releaseDispute,
  reopenDispute,
  resendEvent,
  resendEvents,
  resumeEndpoint,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
} from '@merchant-edge/orders'
import type {
  AcceptVerdict,
  AlertClosingDecision,
  DenialVerdict,
  DisputeVerdict,
  EventFilter,
  LinkedPaymentVerdict,
  NewDifferenceVerdict,
  OrderView,
  RefundVerdict,
  ReleaseVerdict,
  TransferVerdict,
} from '@merchant-edge/orders/api'
import { decideDifference, forceReconciliation } from '@merchant-edge/orders/daily-files'
import {
  refundByOperator,
  refuseProposal,
  replayByOperator,
  type OperatorRefund,
  type StaffAction,
} from '@merchant-edge/orders/operators'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'
import { keyOfRefund, keysOfOrder, keysOfTransfer, keysOfVerdict } from './announced-keys.ts'
import { announce, keepRunning } from './rpc-work.ts'

/**
 * The methods that both entrypoints for operators with the role `money` have. Every call names the
 * operator, whom the calling Worker has authenticated. A method that makes an event announces it.
 * It is not an entrypoint itself.
 */
export abstract class StaffMoney extends WorkerEntrypoint<OrdersEnv> {
  async refund(orderId: string, refund: OperatorRefund) {
    const refunding = refundByOperator(this.#context, orderId, refund)
    const outcome = await keepRunning(this.ctx, refunding)
    if (outcome.outcome === 'known') this.#announce([keyOfRefund(orderId, refund.id)])
    return outcome
  }

  refuseProposal(id: string, action: StaffAction) {
    return refuseProposal(this.#context, id, action)
  }

  async settleRefund(orderId: string, refundId: string, verdict: RefundVerdict) {
    const outcome = await settleRefundByVerdict(this.#context, orderId, refundId, verdict)
    if (outcome.outcome === 'settled') this.#announce(keysOfVerdict(outcome))
    return outcome
  }

  settleLinkedPayment(orderId: string, verdict: LinkedPaymentVerdict) {
    return this.#announceOrder(settleLinkedPayment(this.#context, orderId, verdict))
  }

  acceptDispute(orderId: string, verdict: AcceptVerdict) {
    return this.#announceOrder(acceptDispute(this.#context, orderId, verdict))
  }

  releaseDispute(orderId: string, verdict: ReleaseVerdict) {
    return this.#announceOrder(releaseDispute(this.#context, orderId, verdict))
  }

  reopenDispute(orderId: string, verdict: DisputeVerdict) {
    return this.#announceOrder(reopenDispute(this.#context, orderId, verdict))
  }

  async denyPayment(orderId: string, verdict: DenialVerdict) {
    // If the query finds a payment, it must be recorded also when the caller has disconnected.
    const outcome = await keepRunning(this.ctx, denyPayment(this.#context, orderId, verdict))
    if ('order' in outcome) this.#announce(keysOfOrder(outcome.order))
    return outcome
  }

  async settleTransfer(id: string, verdict: TransferVerdict) {
    const outcome = await settleTransfer(this.#context, id, verdict)
    if (outcome.outcome === 'settled') this.#announce(keysOfTransfer(outcome.transfer))
    return outcome
  }

  acknowledgeAlert(id: number, action: StaffAction) {
    return acknowledgeAlert(this.#context, id, action)
  }

  closeAlert(id: number, decision: AlertClosingDecision) {
    return closeAlert(this.#context, id, decision)
  }

  async resendEvent(key: string, action: StaffAction) {
    const outcome = await resendEvent(this.#context, key, action)
    if (outcome.outcome === 'resent') this.#announce([key])
    return outcome
  }

  resendEvents(filter: EventFilter, action: StaffAction) {
    return resendEvents(this.#context, filter, action)
  }

  pauseEndpoint(id: string, action: StaffAction) {
    return pauseEndpoint(this.#context, id, action)
  }

  resumeEndpoint(id: string, action: StaffAction) {
    return resumeEndpoint(this.#context, id, action)
  }

  replayCallback(seq: number, action: StaffAction) {
    return keepRunning(this.ctx, replayByOperator(this.#context, seq, action))
  }

  async forceReconciliation(day: string, action: StaffAction) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_found' } as const
    return keepRunning(this.ctx, forceReconciliation(context, day, action))
  }

  async decideDifference(day: string, verdict: NewDifferenceVerdict) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_standing' } as const
    return decideDifference(context, day, verdict)
  }

  get #context() {
    return contextOf(this.env)
  }

  #announce(keys: readonly string[]): void {
    announce({ queue: this.env.OUTBOX_QUEUE, context: this.ctx }, keys)
  }

  /** Announces the events of an order whose payment a verdict has settled. */
  async #announceOrder<Outcome extends { readonly outcome: string; readonly order?: OrderView }>(
    settling: Promise<Outcome>,
  ): Promise<Outcome> {
    const settled = await settling
    if (settled.outcome === 'settled' && settled.order !== undefined) {
      this.#announce(keysOfOrder(settled.order))
    }
    return settled
  }
}
