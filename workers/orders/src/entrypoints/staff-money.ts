import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  acknowledgeAlert,
  closeAlert,
  pauseEndpoint,
  resendEvents,
  resumeEndpoint,
} from '@merchant-edge/orders'
import type {
  AcceptVerdict,
  DenialVerdict,
  DisputeVerdict,
  EventFilter,
  LinkedPaymentVerdict,
  NewDifferenceVerdict,
  RefundVerdict,
  ReleaseVerdict,
  TransferVerdict,
} from '@merchant-edge/orders/api'
import type { OperatorRefund, StaffAction } from '@merchant-edge/orders/operators'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'
import {
  acceptByOperator,
  decideDifferenceByOperator,
  denyByOperator,
  forceReconciliationByOperator,
  refundByOperator,
  refuseByOperator,
  releaseByOperator,
  reopenByOperator,
  replayCallbackByOperator,
  resendByOperator,
  settlePaymentByOperator,
  settleRefundByOperator,
  settleTransferByOperator,
} from './operator-actions.ts'

/**
 * The methods that both entrypoints for operators with the role `money` have. Every call names the
 * operator, whom the calling Worker has authenticated. It is not an entrypoint itself.
 */
export abstract class StaffMoney extends WorkerEntrypoint<OrdersEnv> {
  refund(orderId: string, refund: OperatorRefund) {
    return refundByOperator(this.#call, orderId, refund)
  }

  refuseProposal(id: string, action: StaffAction) {
    return refuseByOperator(this.#call, id, action)
  }

  settleRefund(orderId: string, refundId: string, verdict: RefundVerdict) {
    return settleRefundByOperator(this.#call, { orderId, refundId }, verdict)
  }

  settleLinkedPayment(orderId: string, verdict: LinkedPaymentVerdict) {
    return settlePaymentByOperator(this.#call, orderId, verdict)
  }

  acceptDispute(orderId: string, verdict: AcceptVerdict) {
    return acceptByOperator(this.#call, orderId, verdict)
  }

  releaseDispute(orderId: string, verdict: ReleaseVerdict) {
    return releaseByOperator(this.#call, orderId, verdict)
  }

  reopenDispute(orderId: string, verdict: DisputeVerdict) {
    return reopenByOperator(this.#call, orderId, verdict)
  }

  denyPayment(orderId: string, verdict: DenialVerdict) {
    return denyByOperator(this.#call, orderId, verdict)
  }

  settleTransfer(id: string, verdict: TransferVerdict) {
    return settleTransferByOperator(this.#call, id, verdict)
  }

  acknowledgeAlert(id: number, action: StaffAction) {
    return acknowledgeAlert(contextOf(this.env), id, action)
  }

  closeAlert(id: number, action: StaffAction) {
    return closeAlert(contextOf(this.env), id, action)
  }

  resendEvent(key: string, action: StaffAction) {
    return resendByOperator(this.#call, key, action)
  }

  resendEvents(filter: EventFilter, action: StaffAction) {
    return resendEvents(contextOf(this.env), filter, action)
  }

  pauseEndpoint(id: string, action: StaffAction) {
    return pauseEndpoint(contextOf(this.env), id, action)
  }

  resumeEndpoint(id: string, action: StaffAction) {
    return resumeEndpoint(contextOf(this.env), id, action)
  }

  replayCallback(seq: number, action: StaffAction) {
    return replayCallbackByOperator(this.#call, seq, action)
  }

  forceReconciliation(day: string, action: StaffAction) {
    return forceReconciliationByOperator(this.#call, day, action)
  }

  decideDifference(day: string, verdict: NewDifferenceVerdict) {
    return decideDifferenceByOperator(this.#call, day, verdict)
  }

  get #call() {
    return { env: this.env, ctx: this.ctx }
  }
}
