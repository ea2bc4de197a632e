import { verifyWebhook } from '@merchant-edge/orders/webhook'
import * as v from 'valibot'
import { completePaidOrder, releaseUnpaidOrder } from './complete-order.ts'
import { hasForgedTooOften, periodSeconds } from '../pages/request-limits.ts'
import type { ShopEnv } from '../shop-env.ts'
import type { ShopContext } from '../shop-hono.ts'
import type { Shop } from '../shop.ts'
import { applyEvent, findShopOrder } from '../store/shop-orders.ts'
import { isShopOrderId } from '../store/shop-order-id.ts'

const orderEvent = v.object({
  type: v.pipe(v.string(), v.startsWith('order.')),
  data: v.object({
    version: v.pipe(v.number(), v.safeInteger()),
    order: v.object({ id: v.string(), state: v.string(), amountVnd: v.number() }),
  }),
})

/**
 * Every other event: the shop makes no transfers, but another system of the merchant may. An event of
 * a type that the shop does not know is acknowledged, because it would hold back the later events of
 * its order.
 */
const otherEvent = v.object({
  type: v.pipe(
    v.string(),
    v.check((type) => !type.startsWith('order.')),
  ),
})

/** During a rotation of the secret the sender may sign with either one. */
function secretsOf({ WEBHOOK_SECRET: present, WEBHOOK_SECRET_PREVIOUS: previous }: ShopEnv) {
  return previous === undefined ? [present] : [present, previous]
}

/**
 * States of an order without a payment. The order in an event is as it was when the event was first
 * sent: a payment that only a person had called paid may have been withdrawn before.
 */
const unpaidStates: ReadonlySet<string> = new Set([
  'creating',
  'created',
  'expired',
  'held',
  'cancelled',
])

async function workOn(shop: Shop, event: v.InferOutput<typeof orderEvent>): Promise<boolean> {
  const { type, data } = event
  if (type === 'order.expired' || type === 'order.cancelled') {
    return releaseUnpaidOrder(shop, data.order.id)
  }
  if (type !== 'order.paid') return true
  const order = await findShopOrder(shop.env.DB, data.order.id)
  return order === undefined || order.paidAt === null || completePaidOrder(shop, order)
}

/**
 * Receives the events of the order store. Goods are given only for a verified `order.paid`, not
 * when the customer returns to the shop. An event is acknowledged when everything that it requires
 * is done; until then it is sent again.
 */
export async function receiveWebhook(c: ShopContext): Promise<Response> {
  const { shop } = c.var
  const body = await c.req.text()
  const verdict = await verifyWebhook({
    secrets: secretsOf(c.env),
    headers: c.req.raw.headers,
    body,
    now: shop.ports.now,
  })
  if (!verdict.verified) {
    // Counted after the signature check: an order store that catches up sends many, and none of
    // them may be rejected.
    if (!(await hasForgedTooOften(c))) return c.json({ reason: verdict.reason }, 401)
    return c.json({ reason: 'rate_limited' }, 429, { 'retry-after': String(periodSeconds) })
  }
  const anyEvent = v.pipe(v.string(), v.parseJson(), v.union([orderEvent, otherEvent]))
  const parsed = v.safeParse(anyEvent, body)
  if (!parsed.success) return c.json({ reason: 'event_malformed' }, 400)
  if (!('data' in parsed.output)) return c.body(null, 204)
  const { type, data } = parsed.output
  const isKnown = await applyEvent(c.env.DB, {
    id: data.order.id,
    state: data.order.state,
    version: data.version,
    paidVnd:
      type === 'order.paid' && !unpaidStates.has(data.order.state) ? data.order.amountVnd : null,
    receivedAt: shop.relyingParty.nowSeconds(),
  })
  // Tills and other systems of the merchant have orders too, and the shop receives their events as
  // well.
  if (!isKnown && !isShopOrderId(data.order.id)) return c.body(null, 204)
  // Not 410, which would stop the sender permanently: the row may be a moment late.
  if (!isKnown) return c.json({ reason: 'order_unknown' }, 404)
  const isDone = await workOn(shop, parsed.output).catch(() => false)
  return isDone ? c.body(null, 204) : c.json({ reason: 'not_done_yet' }, 503)
}
