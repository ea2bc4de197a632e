import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  acceptDispute,
  acknowledgeAlert,
  closeAlert,
  pauseEndpoint,
  refundOrder,
  releaseDispute,
  resendEvent,
  resendEvents,
  resumeEndpoint,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
} from '@merchant-edge/orders'
import type {
  DisputeVerdict,
  EventFilter,
  LinkedPaymentVerdict,
  Person,
  RefundVerdict,
  TransferVerdict,
} from '@merchant-edge/orders/api'
import { forceReconciliation } from '@merchant-edge/orders/daily-files'
import {
  erasePerson,
  exportPerson,
  replayByOperator,
  type OperatorMoneyApi,
  type OperatorRefund,
  type StaffAction,
} from '@merchant-edge/orders/operators'
import { keyOfRefund, keysOfOrder, keysOfTransfer, keysOfVerdict } from './announced-keys.ts'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../orders-env.ts'
import { announce, goOn } from './rpc-work.ts'

/**
 * What an operator may do who may move money, over RPC. Who acts comes with every call; the Worker in front has
 * made sure who it is.
 */
export class OperatorMoney extends WorkerEntrypoint<OrdersEnv> implements OperatorMoneyApi {
  async refund(orderId: string, refund: OperatorRefund) {
    const outcome = await goOn(this.ctx, refundOrder(this.#context, orderId, refund))
    announce(this.#sender, [keyOfRefund(orderId, refund.id)])
    return outcome
  }

  async settleRefund(orderId: string, refundId: string, verdict: RefundVerdict) {
    const outcome = await settleRefundByVerdict(this.#context, orderId, refundId, verdict)
    if (outcome.outcome === 'settled') announce(this.#sender, keysOfVerdict(outcome))
    return outcome
  }

  async settleLinkedPayment(orderId: string, verdict: LinkedPaymentVerdict) {
    const outcome = await settleLinkedPayment(this.#context, orderId, verdict)
    if (outcome.outcome === 'settled') announce(this.#sender, keysOfOrder(outcome.order))
    return outcome
  }

  async acceptDispute(orderId: string, verdict: DisputeVerdict) {
    const outcome = await acceptDispute(this.#context, orderId, verdict)
    if (outcome.outcome === 'settled') announce(this.#sender, keysOfOrder(outcome.order))
    return outcome
  }

  async releaseDispute(orderId: string, verdict: DisputeVerdict) {
    const outcome = await releaseDispute(this.#context, orderId, verdict)
    if (outcome.outcome === 'settled') announce(this.#sender, keysOfOrder(outcome.order))
    return outcome
  }

  async settleTransfer(id: string, verdict: TransferVerdict) {
    const outcome = await settleTransfer(this.#context, id, verdict)
    if (outcome.outcome === 'settled') announce(this.#sender, keysOfTransfer(outcome.transfer))
    return outcome
  }

  acknowledgeAlert(id: number, action: StaffAction) {
    return acknowledgeAlert(this.#context, id, action)
  }

  closeAlert(id: number, action: StaffAction) {
    return closeAlert(this.#context, id, action)
  }

  async resendEvent(key: string, action: StaffAction) {
    const outcome = await resendEvent(this.#context, key, action)
    if (outcome.outcome === 'resent') announce(this.#sender, [key])
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
    return goOn(this.ctx, replayByOperator(this.#context, seq, action))
  }

  exportPerson(person: Person) {
    return exportPerson(this.#context, person)
  }

  erasePerson(person: Person, action: StaffAction) {
    return goOn(this.ctx, erasePerson(this.#context, person, action))
  }

  async forceReconciliation(day: string, action: StaffAction) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_found' } as const
    return goOn(this.ctx, forceReconciliation(context, day, action))
  }

  get #context() {
    return contextOf(this.env)
  }

  get #sender() {
    return { queue: this.env.OUTBOX_QUEUE, context: this.ctx }
  }
}
