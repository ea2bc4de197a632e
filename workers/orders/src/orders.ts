import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  callbackKey,
  eventKey,
  findOrder,
  listAlerts,
  openOrder,
  recordCallback,
  refundOrder,
  startPayment,
  sweep,
  type CallbackRecord,
  type NewOrder,
  type NewRefund,
  type OrdersApi,
  type PaymentMethod,
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

  alerts() {
    return listAlerts(contextOf(this.env))
  }

  sweep() {
    return sweep(contextOf(this.env))
  }
}
