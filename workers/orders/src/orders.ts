import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  captureOrder,
  confirmOtp,
  findLink,
  findOrder,
  findTransfer,
  linkWallet,
  listAlerts,
  openOrder,
  payWithLink,
  recordLinkCallback,
  refundOrder,
  releaseOrder,
  settleLinkedPayment,
  settleTransfer,
  startPayment,
  sweep,
  transferMoney,
  unlinkWallet,
} from '@merchant-edge/orders'
import type {
  HoldOutcome,
  LinkCallback,
  LinkedPaymentOutcome,
  LinkedPaymentVerdict,
  NewOrder,
  NewRefund,
  NewTransfer,
  OrdersApi,
  PaymentMethod,
  TransferVerdict,
} from '@merchant-edge/orders/api'
import {
  callbackKey,
  createCallbackGroup,
  readCallbackMessage,
  recordCallbacks,
  type CallbackMessage,
  type WriteCallbacks,
} from '@merchant-edge/orders/callbacks'
import { eventKey, transferEventKey } from '@merchant-edge/orders/upkeep'
import type { OrderView, TransferView } from '@merchant-edge/orders/webhook'
import {
  findReconciliation,
  forceReconciliation,
  listReconciliations,
  openPartnerFile,
} from '@merchant-edge/orders/daily-files'
import { dailyFilesContextOf } from './daily-files-context.ts'
import { contextOf } from './orders-context.ts'
import { enqueue, enqueueOrphan } from './outbox-queue.ts'
import type { OrdersEnv } from './orders-env.ts'

const group = createCallbackGroup()

/** What the other Workers may ask of the order store, over RPC. */
export class Orders extends WorkerEntrypoint<OrdersEnv> implements OrdersApi {
  open(order: NewOrder) {
    return openOrder(contextOf(this.env), order)
  }

  find(id: string) {
    return findOrder(contextOf(this.env), id)
  }

  startPayment(id: string, method: PaymentMethod) {
    return this.#waitUntil(startPayment(contextOf(this.env), id, method))
  }

  async record(message: CallbackMessage) {
    const callback = readCallbackMessage(message)
    // Needs no other setting: a variable that is missing must not refuse a callback.
    const store = { database: this.env.DB, now: Date.now }
    const write: WriteCallbacks = (callbacks) => this.#waitUntil(recordCallbacks(store, callbacks))
    const outcome = await group.record(write, callback)
    const key = callbackKey(callback)
    if (outcome === 'recorded') enqueue(this.ctx, this.env.OUTBOX_QUEUE, key)
    if (outcome === 'orphan') enqueueOrphan(this.ctx, this.env.OUTBOX_QUEUE, key)
    return outcome
  }

  async refund(orderId: string, refund: NewRefund) {
    const outcome = await this.#waitUntil(refundOrder(contextOf(this.env), orderId, refund))
    enqueue(
      this.ctx,
      this.env.OUTBOX_QUEUE,
      eventKey({ orderId, type: 'order.refunded', once: refund.id }),
    )
    return outcome
  }

  linkWallet(customerId: string) {
    return this.#waitUntil(linkWallet(contextOf(this.env), customerId))
  }

  findLink(customerId: string) {
    return findLink(contextOf(this.env), customerId)
  }

  unlinkWallet(customerId: string) {
    return this.#waitUntil(unlinkWallet(contextOf(this.env), customerId))
  }

  recordLinkCallback(callback: LinkCallback) {
    return recordLinkCallback(contextOf(this.env), callback)
  }

  async payWithLink(orderId: string) {
    return this.#announced(await this.#waitUntil(payWithLink(contextOf(this.env), orderId)))
  }

  async confirmOtp(orderId: string, otp: string) {
    return this.#announced(await this.#waitUntil(confirmOtp(contextOf(this.env), orderId, otp)))
  }

  async captureOrder(orderId: string) {
    return this.#announced(await this.#waitUntil(captureOrder(contextOf(this.env), orderId)))
  }

  async releaseOrder(orderId: string) {
    return this.#announced(await this.#waitUntil(releaseOrder(contextOf(this.env), orderId)))
  }

  async settleLinkedPayment(orderId: string, verdict: LinkedPaymentVerdict) {
    const outcome = await settleLinkedPayment(contextOf(this.env), orderId, verdict)
    if (outcome.outcome === 'settled') this.#announceOrder(outcome.order)
    return outcome
  }

  async transfer(transfer: NewTransfer) {
    const outcome = await this.#waitUntil(transferMoney(contextOf(this.env), transfer))
    this.#announceTransfer(outcome.transfer)
    return outcome
  }

  findTransfer(id: string) {
    return findTransfer(contextOf(this.env), id)
  }

  async settleTransfer(id: string, verdict: TransferVerdict) {
    const outcome = await settleTransfer(contextOf(this.env), id, verdict)
    if (outcome.outcome === 'settled') this.#announceTransfer(outcome.transfer)
    return outcome
  }

  alerts() {
    return listAlerts(contextOf(this.env))
  }

  sweep() {
    return sweep(contextOf(this.env))
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

  /**
   * Lets work go on when the one who asked has gone away, a customer who closes the page above all: what
   * the service answers to a call that moves money must be written down, for nothing can ask it again.
   */
  #waitUntil<Result>(work: Promise<Result>): Promise<Result> {
    this.ctx.waitUntil(work.catch(() => {}))
    return work
  }

  #announced<Outcome extends LinkedPaymentOutcome | HoldOutcome>(outcome: Outcome): Outcome {
    if ('order' in outcome) this.#announceOrder(outcome.order)
    return outcome
  }

  /** Any event of an order leads the consumer to all that wait for it. */
  #announceOrder({ id, attempts }: OrderView): void {
    enqueue(
      this.ctx,
      this.env.OUTBOX_QUEUE,
      eventKey({ orderId: id, type: 'order.paid', once: '' }),
    )
    for (const { reference, method } of attempts) {
      if (method !== 'linked-wallet') continue
      const held = eventKey({ orderId: id, type: 'order.held', once: reference })
      enqueue(this.ctx, this.env.OUTBOX_QUEUE, held)
    }
  }

  #announceTransfer({ id, state }: TransferView): void {
    const types = {
      succeeded: 'transfer.succeeded',
      refused: 'transfer.failed',
      unknown: 'transfer.unknown',
    } as const
    if (state === 'requested') return
    enqueue(this.ctx, this.env.OUTBOX_QUEUE, transferEventKey(types[state], id))
  }
}
