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
  refundOrder,
  releaseOrder,
  requestNewCode,
  startPayment,
  transferMoney,
  unlinkWallet,
} from '@merchant-edge/orders'
import type {
  NewOrder,
  NewRefund,
  NewTransfer,
  OrdersApi,
  PaymentMethod,
} from '@merchant-edge/orders/api'
import {
  findReconciliation,
  forceReconciliation,
  listReconciliations,
  openPartnerFile,
} from '@merchant-edge/orders/daily-files'
import { listOrders, type OrderFilter, type PageOf } from '@merchant-edge/orders/search'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'
import { keyOfRefund, keysOfTransfer } from './announced-keys.ts'
import { announcePayment } from './announce-payment.ts'
import { announce, keepRunning } from './rpc-work.ts'

/**
 * RPC entrypoint of the checkout for the shop's backend. Calls to the service continue when the
 * caller has disconnected, and work for the queue consumer is announced to the queue.
 */
export class Orders extends WorkerEntrypoint<OrdersEnv> implements OrdersApi {
  // Orders, payments and refunds

  open(order: NewOrder) {
    return openOrder(this.#context, order)
  }

  find(id: string) {
    return findOrder(this.#context, id)
  }

  listOrders(filter: OrderFilter & PageOf) {
    return listOrders(this.#context, filter)
  }

  startPayment(id: string, method: PaymentMethod) {
    return keepRunning(this.ctx, startPayment(this.#context, id, { method }))
  }

  async refund(orderId: string, refund: NewRefund) {
    const outcome = await keepRunning(this.ctx, refundOrder(this.#context, orderId, refund))
    announce(this.#sender, [keyOfRefund(orderId, refund.id)])
    return outcome
  }

  // Linked wallets

  linkWallet(customerId: string) {
    return keepRunning(this.ctx, linkWallet(this.#context, customerId))
  }

  findLink(customerId: string) {
    return findLink(this.#context, customerId)
  }

  unlinkWallet(customerId: string) {
    return keepRunning(this.ctx, unlinkWallet(this.#context, customerId))
  }

  payWithLink(orderId: string, points?: number) {
    return announcePayment(this.#sender, payWithLink(this.#context, orderId, points))
  }

  requestNewCode(orderId: string) {
    return announcePayment(this.#sender, requestNewCode(this.#context, orderId))
  }

  confirmOtp(orderId: string, otp: string) {
    return announcePayment(this.#sender, confirmOtp(this.#context, orderId, otp))
  }

  captureOrder(orderId: string) {
    return announcePayment(this.#sender, captureOrder(this.#context, orderId))
  }

  releaseOrder(orderId: string) {
    return announcePayment(this.#sender, releaseOrder(this.#context, orderId))
  }

  // Transfers

  async transfer(transfer: NewTransfer) {
    const outcome = await keepRunning(this.ctx, transferMoney(this.#context, transfer))
    if ('transfer' in outcome) announce(this.#sender, keysOfTransfer(outcome.transfer))
    return outcome
  }

  findTransfer(id: string) {
    return findTransfer(this.#context, id)
  }

  // Daily files

  async partnerFile(day: string) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_configured' } as const
    return keepRunning(this.ctx, openPartnerFile(context, day))
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
    return keepRunning(this.ctx, forceReconciliation(context, day))
  }

  get #context() {
    return contextOf(this.env)
  }

  get #sender() {
    return { queue: this.env.OUTBOX_QUEUE, context: this.ctx }
  }
}
