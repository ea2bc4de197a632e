import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  captureOrder,
  confirmOtp,
  findLink,
  findOrder,
  findTransfer,
  linkWallet,
  openOrder,
  payWithLink,
  readHealth,
  recordLinkCallback,
  refreshPayment,
  refundOrder,
  releaseOrder,
  startPayment,
  sweep,
  transferMoney,
  unlinkWallet,
} from '@merchant-edge/orders'
import type {
  HoldOutcome,
  LinkCallback,
  LinkedPaymentOutcome,
  NewOrder,
  NewRefund,
  NewTransfer,
  OrdersApi,
  PaymentMethod,
  RefreshOccasion,
} from '@merchant-edge/orders/api'
import type { CallbackRecord } from '@merchant-edge/orders/callbacks'
import {
  findReconciliation,
  forceReconciliation,
  listReconciliations,
  openPartnerFile,
} from '@merchant-edge/orders/daily-files'
import { keyOfRefund, keysOfOrder, keysOfTransfer } from './announced-keys.ts'
import { callbackGroup } from './callback-group.ts'
import { dailyFilesContextOf } from './daily-files-context.ts'
import { contextOf } from './orders-context.ts'
import type { OrdersEnv } from './orders-env.ts'
import { createOutboxQueue } from './outbox-queue.ts'
import { receiveCallback } from './receive-callback.ts'
import { clock } from './runtime.ts'

// Of this isolate, not of a request: callbacks of the same moment share a message.
const outboxQueue = createOutboxQueue(clock)

/**
 * What the other Workers may ask of the order store, over RPC. Calls that send something to the service go
 * through `#waitUntil`, and what has made work for the queue consumer is announced to it.
 */
export class Orders extends WorkerEntrypoint<OrdersEnv> implements OrdersApi {
  // Orders and payments

  open(order: NewOrder) {
    return openOrder(this.#context, order)
  }

  find(id: string) {
    return findOrder(this.#context, id)
  }

  startPayment(id: string, method: PaymentMethod) {
    return this.#waitUntil(startPayment(this.#context, id, method))
  }

  async refreshPayment(id: string, occasion: RefreshOccasion) {
    const keepAlive = (work: Promise<void>) => this.ctx.waitUntil(work)
    const { order, isPaidNow } = await refreshPayment(this.#context, id, { occasion, keepAlive })
    if (order === undefined) return null
    if (isPaidNow) this.#announce(keysOfOrder(order))
    return order
  }

  record(callback: CallbackRecord) {
    const receiver = {
      database: this.env.DB,
      clock,
      group: callbackGroup,
      outboxQueue,
      sender: this.#sender,
    }
    return receiveCallback(receiver, callback)
  }

  async refund(orderId: string, refund: NewRefund) {
    const outcome = await this.#waitUntil(refundOrder(this.#context, orderId, refund))
    this.#announce([keyOfRefund(orderId, refund.id)])
    return outcome
  }

  // Linked wallets

  linkWallet(customerId: string) {
    return this.#waitUntil(linkWallet(this.#context, customerId))
  }

  findLink(customerId: string) {
    return findLink(this.#context, customerId)
  }

  unlinkWallet(customerId: string) {
    return this.#waitUntil(unlinkWallet(this.#context, customerId))
  }

  recordLinkCallback(callback: LinkCallback) {
    return recordLinkCallback(this.#context, callback)
  }

  payWithLink(orderId: string) {
    return this.#announcePayment(payWithLink(this.#context, orderId))
  }

  confirmOtp(orderId: string, otp: string) {
    return this.#announcePayment(confirmOtp(this.#context, orderId, otp))
  }

  captureOrder(orderId: string) {
    return this.#announcePayment(captureOrder(this.#context, orderId))
  }

  releaseOrder(orderId: string) {
    return this.#announcePayment(releaseOrder(this.#context, orderId))
  }

  // Transfers

  async transfer(transfer: NewTransfer) {
    const outcome = await this.#waitUntil(transferMoney(this.#context, transfer))
    this.#announce(keysOfTransfer(outcome.transfer))
    return outcome
  }

  findTransfer(id: string) {
    return findTransfer(this.#context, id)
  }

  // Upkeep and daily files

  health() {
    return readHealth(this.#context)
  }

  sweep() {
    return sweep(this.#context)
  }

  async partnerFile(day: string) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_configured' } as const
    return this.#waitUntil(openPartnerFile(context, day))
  }

  async reconciliation(day: string) {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? null : findReconciliation(context, day)
  }

  async listReconciliations() {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? [] : listReconciliations(context)
  }

  async forceReconciliation(day: string) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_found' } as const
    return this.#waitUntil(forceReconciliation(context, day))
  }

  get #context() {
    return contextOf(this.env)
  }

  get #sender() {
    return { queue: this.env.OUTBOX_QUEUE, context: this.ctx }
  }

  /**
   * Lets work go on when the caller has gone away, a customer who closes the page above all: what the
   * service answers to a call that moves money must be written down, for nothing can ask it again.
   */
  #waitUntil<Result>(work: Promise<Result>): Promise<Result> {
    this.ctx.waitUntil(work.catch(() => {}))
    return work
  }

  #announce(keys: readonly string[]): void {
    for (const key of keys) outboxQueue.enqueue(this.#sender, key)
  }

  async #announcePayment<Outcome extends LinkedPaymentOutcome | HoldOutcome>(
    payment: Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = await this.#waitUntil(payment)
    if ('order' in outcome) this.#announce(keysOfOrder(outcome.order))
    return outcome
  }
}
