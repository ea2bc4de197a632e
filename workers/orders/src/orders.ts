import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  callbackKey,
  captureOrder,
  confirmOtp,
  createCallbackGroup,
  eventKey,
  findLink,
  findOrder,
  findTransfer,
  linkWallet,
  listAlerts,
  openOrder,
  payWithLink,
  readCallbackMessage,
  recordCallbacks,
  recordLinkCallback,
  refundOrder,
  releaseOrder,
  settleLinkedPayment,
  settleTransfer,
  startPayment,
  sweep,
  transferEventKey,
  transferMoney,
  unlinkWallet,
  type CallbackMessage,
  type HoldOutcome,
  type LinkCallback,
  type LinkedPaymentOutcome,
  type LinkedPaymentVerdict,
  type NewOrder,
  type NewRefund,
  type NewTransfer,
  type OrdersApi,
  type OrderView,
  type PaymentMethod,
  type TransferVerdict,
  type TransferView,
  type WriteCallbacks,
} from '@merchant-edge/orders'
import {
  findReconciliation,
  forceReconciliation,
  listReconciliations,
  openPartnerFile,
} from '@merchant-edge/orders/daily-files'
import { dailyFilesContextOf } from './daily-files-context.ts'
import { contextOf } from './orders-context.ts'
import { nudge, nudgeLater } from './nudge.ts'
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
    return this.#toItsEnd(startPayment(contextOf(this.env), id, method))
  }

  async record(message: CallbackMessage) {
    const callback = readCallbackMessage(message)
    // Needs no other setting: a variable that is missing must not refuse a callback.
    const store = { database: this.env.DB, now: Date.now }
    const write: WriteCallbacks = (callbacks) => this.#toItsEnd(recordCallbacks(store, callbacks))
    const outcome = await group.record(write, callback)
    const key = callbackKey(callback)
    if (outcome === 'recorded') nudge(this.ctx, this.env.NUDGE, key)
    if (outcome === 'orphan') nudgeLater(this.ctx, this.env.NUDGE, key)
    return outcome
  }

  async refund(orderId: string, refund: NewRefund) {
    const outcome = await this.#toItsEnd(refundOrder(contextOf(this.env), orderId, refund))
    nudge(this.ctx, this.env.NUDGE, eventKey({ orderId, type: 'order.refunded', once: refund.id }))
    return outcome
  }

  linkWallet(customerId: string) {
    return this.#toItsEnd(linkWallet(contextOf(this.env), customerId))
  }

  findLink(customerId: string) {
    return findLink(contextOf(this.env), customerId)
  }

  unlinkWallet(customerId: string) {
    return this.#toItsEnd(unlinkWallet(contextOf(this.env), customerId))
  }

  recordLinkCallback(callback: LinkCallback) {
    return recordLinkCallback(contextOf(this.env), callback)
  }

  async payWithLink(orderId: string) {
    return this.#announced(await this.#toItsEnd(payWithLink(contextOf(this.env), orderId)))
  }

  async confirmOtp(orderId: string, otp: string) {
    return this.#announced(await this.#toItsEnd(confirmOtp(contextOf(this.env), orderId, otp)))
  }

  async captureOrder(orderId: string) {
    return this.#announced(await this.#toItsEnd(captureOrder(contextOf(this.env), orderId)))
  }

  async releaseOrder(orderId: string) {
    return this.#announced(await this.#toItsEnd(releaseOrder(contextOf(this.env), orderId)))
  }

  async settleLinkedPayment(orderId: string, verdict: LinkedPaymentVerdict) {
    const outcome = await settleLinkedPayment(contextOf(this.env), orderId, verdict)
    if (outcome.outcome === 'settled') this.#announceOrder(outcome.order)
    return outcome
  }

  async transfer(transfer: NewTransfer) {
    const outcome = await this.#toItsEnd(transferMoney(contextOf(this.env), transfer))
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
    return this.#toItsEnd(openPartnerFile(context, day))
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
    return this.#toItsEnd(forceReconciliation(context, day))
  }

  /**
   * Lets work go on when the one who asked has gone away, a customer who closes the page above all: what
   * the service answers to a call that moves money must be written down, for nothing can ask it again.
   */
  #toItsEnd<Result>(work: Promise<Result>): Promise<Result> {
    this.ctx.waitUntil(work.catch(() => {}))
    return work
  }

  #announced<Outcome extends LinkedPaymentOutcome | HoldOutcome>(outcome: Outcome): Outcome {
    if ('order' in outcome) this.#announceOrder(outcome.order)
    return outcome
  }

  /** Any event of an order leads the consumer to all that wait for it. */
  #announceOrder({ id, attempts }: OrderView): void {
    nudge(this.ctx, this.env.NUDGE, eventKey({ orderId: id, type: 'order.paid', once: '' }))
    for (const { reference, method } of attempts) {
      if (method !== 'linked-wallet') continue
      const held = eventKey({ orderId: id, type: 'order.held', once: reference })
      nudge(this.ctx, this.env.NUDGE, held)
    }
  }

  #announceTransfer({ id, state }: TransferView): void {
    const types = {
      succeeded: 'transfer.succeeded',
      refused: 'transfer.failed',
      unknown: 'transfer.unknown',
    } as const
    if (state === 'requested') return
    nudge(this.ctx, this.env.NUDGE, transferEventKey(types[state], id))
  }
}
