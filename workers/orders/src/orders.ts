import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  callbackKey,
  captureOrder,
  confirmOtp,
  eventKey,
  findLink,
  findOrder,
  findTransfer,
  linkWallet,
  listAlerts,
  openOrder,
  payWithLink,
  recordCallback,
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
  type CallbackRecord,
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
} from '@merchant-edge/orders'
import { contextOf } from './orders-context.ts'
import { nudge, nudgeLater } from './nudge.ts'
import type { OrdersEnv } from './orders-env.ts'

/** What the other Workers may ask of the order store, over RPC. */
export class Orders extends WorkerEntrypoint<OrdersEnv> implements OrdersApi {
  open(order: NewOrder) {
    return openOrder(contextOf(this.env), order)
  }

  find(id: string) {
    return findOrder(contextOf(this.env), id)
  }

  startPayment(id: string, method: PaymentMethod) {
    return startPayment(contextOf(this.env), id, method)
  }

  async record(callback: CallbackRecord) {
    // Needs no other setting: a variable that is missing must not refuse a callback.
    const store = { database: this.env.DB, now: Date.now }
    const outcome = await recordCallback(store, callback)
    const key = callbackKey(callback)
    if (outcome === 'recorded') nudge(this.ctx, this.env.NUDGE, key)
    if (outcome === 'orphan') nudgeLater(this.ctx, this.env.NUDGE, key)
    return outcome
  }

  async refund(orderId: string, refund: NewRefund) {
    const outcome = await refundOrder(contextOf(this.env), orderId, refund)
    nudge(this.ctx, this.env.NUDGE, eventKey({ orderId, type: 'order.refunded', once: refund.id }))
    return outcome
  }

  linkWallet(customerId: string) {
    return linkWallet(contextOf(this.env), customerId)
  }

  findLink(customerId: string) {
    return findLink(contextOf(this.env), customerId)
  }

  unlinkWallet(customerId: string) {
    return unlinkWallet(contextOf(this.env), customerId)
  }

  recordLinkCallback(callback: LinkCallback) {
    return recordLinkCallback(contextOf(this.env), callback)
  }

  async payWithLink(orderId: string) {
    return this.#announced(await payWithLink(contextOf(this.env), orderId))
  }

  async confirmOtp(orderId: string, otp: string) {
    return this.#announced(await confirmOtp(contextOf(this.env), orderId, otp))
  }

  async captureOrder(orderId: string) {
    return this.#announced(await captureOrder(contextOf(this.env), orderId))
  }

  async releaseOrder(orderId: string) {
    return this.#announced(await releaseOrder(contextOf(this.env), orderId))
  }

  async settleLinkedPayment(orderId: string, verdict: LinkedPaymentVerdict) {
    const outcome = await settleLinkedPayment(contextOf(this.env), orderId, verdict)
    if (outcome.outcome === 'settled') this.#announceOrder(outcome.order)
    return outcome
  }

  async transfer(transfer: NewTransfer) {
    const outcome = await transferMoney(contextOf(this.env), transfer)
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
