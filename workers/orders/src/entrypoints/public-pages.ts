import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  confirmOtp,
  findLink,
  findOrder,
  payWithLink,
  readHealth,
  recordLinkCallback,
  refreshPayment,
  requestNewCode,
  startPayment,
} from '@merchant-edge/orders'
import type {
  LinkCallback,
  PaymentMethod,
  PublicPagesApi,
  RefreshOccasion,
} from '@merchant-edge/orders/api'
import type { ConfigurationApi } from '@merchant-edge/pages'
import { configurationOf } from '../configuration.ts'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'
import { readSettings } from '../settings/read-settings.ts'
import { keysOfOrder } from './announced-keys.ts'
import { announcePayment } from './announce-payment.ts'
import { announce, keepRunning } from './rpc-work.ts'

/**
 * RPC entrypoint of the checkout for callers without a secret of the shop: a customer on a page,
 * the service with a link callback, a monitor. None of its methods can move money away from the
 * merchant.
 */
export class PublicPages
  extends WorkerEntrypoint<OrdersEnv>
  implements PublicPagesApi, ConfigurationApi
{
  find(id: string) {
    return findOrder(this.#context, id)
  }

  findLink(customerId: string) {
    return findLink(this.#context, customerId)
  }

  startPayment(id: string, method: PaymentMethod, returnKey?: string) {
    return keepRunning(
      this.ctx,
      startPayment(this.#context, id, {
        method,
        ...(returnKey !== undefined && { returnKey }),
      }),
    )
  }

  async refreshPayment(id: string, occasion: RefreshOccasion) {
    const keepAlive = (work: Promise<void>) => this.ctx.waitUntil(work)
    const { order, isPaidNow } = await refreshPayment(this.#context, id, { occasion, keepAlive })
    if (order === undefined) return null
    if (isPaidNow) announce(this.#sender, keysOfOrder(order))
    return order
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

  recordLinkCallback(callback: LinkCallback) {
    return keepRunning(this.ctx, recordLinkCallback(this.#context, callback))
  }

  async health() {
    const dailyFiles = dailyFilesContextOf(this.env) !== undefined
    const health = await readHealth(this.#context, { dailyFiles })
    const isPaused = readSettings(this.env).MONEY_PAUSED !== undefined
    return isPaused ? { ...health, moneyPaused: true as const } : health
  }

  configuration() {
    return configurationOf(this.env)
  }

  get #context() {
    return contextOf(this.env)
  }

  get #sender() {
    return { queue: this.env.OUTBOX_QUEUE, context: this.ctx }
  }
}
