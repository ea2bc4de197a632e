import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  acceptDispute,
  acknowledgeAlert,
  closeAlert,
  pauseEndpoint,
  refundOrder,
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
  RefundVerdict,
  TransferVerdict,
} from '@merchant-edge/orders/api'
import { forceReconciliation } from '@merchant-edge/orders/daily-files'
import {
  replayByOperator,
  type OperatorMoneyApi,
  type OperatorRefund,
  type StaffAction,
} from '@merchant-edge/orders/operators'
import { keyOfRefund, keysOfOrder, keysOfTransfer, keysOfVerdict } from './announced-keys.ts'
import { dailyFilesContextOf } from './daily-files-context.ts'
import { contextOf } from './orders-context.ts'
import type { OrdersEnv } from './orders-env.ts'
import { createOutboxQueue } from './outbox-queue.ts'
import { clock } from './runtime.ts'

const outboxQueue = createOutboxQueue(clock)

/**
 * What an operator may do who may move money, over RPC. Who acts comes with every call; the Worker in front has
 * made sure who it is.
 */
export class OperatorMoney extends WorkerEntrypoint<OrdersEnv> implements OperatorMoneyApi {
  async refund(orderId: string, refund: OperatorRefund) {
    const outcome = await this.#waitUntil(refundOrder(this.#context, orderId, refund))
    this.#announce([keyOfRefund(orderId, refund.id)])
    return outcome
  }

  async settleRefund(orderId: string, refundId: string, verdict: RefundVerdict) {
    const outcome = await settleRefundByVerdict(this.#context, orderId, refundId, verdict)
    if (outcome.outcome === 'settled') this.#announce(keysOfVerdict(outcome))
    return outcome
  }

  async settleLinkedPayment(orderId: string, verdict: LinkedPaymentVerdict) {
    const outcome = await settleLinkedPayment(this.#context, orderId, verdict)
    if (outcome.outcome === 'settled') this.#announce(keysOfOrder(outcome.order))
    return outcome
  }

  async acceptDispute(orderId: string, verdict: DisputeVerdict) {
    const outcome = await acceptDispute(this.#context, orderId, verdict)
    if (outcome.outcome === 'settled') this.#announce(keysOfOrder(outcome.order))
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

  closeAlert(id: number, action: StaffAction) {
    return closeAlert(this.#context, id, action)
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
    return this.#waitUntil(replayByOperator(this.#context, seq, action))
  }

  async forceReconciliation(day: string, action: StaffAction) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_found' } as const
    return this.#waitUntil(forceReconciliation(context, day, action))
  }

  get #context() {
    return contextOf(this.env)
  }

  /** Lets work go on when the caller has gone away: what the service answers must be written down. */
  #waitUntil<Result>(work: Promise<Result>): Promise<Result> {
    this.ctx.waitUntil(work.catch(() => {}))
    return work
  }

  #announce(keys: readonly string[]): void {
    const sender = { queue: this.env.OUTBOX_QUEUE, context: this.ctx }
    for (const key of keys) outboxQueue.enqueue(sender, key)
  }
}
