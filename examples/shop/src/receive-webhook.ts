import { verifyWebhook } from '@merchant-edge/orders/webhook'
import type { Context } from 'hono'
import * as v from 'valibot'
import { applyEvent } from './shop-orders.ts'
import type { ShopEnv } from './shop-env.ts'

const event = v.object({
  type: v.picklist(['order.paid', 'order.refunded', 'order.disputed', 'order.expired']),
  data: v.object({
    version: v.pipe(v.number(), v.safeInteger()),
    order: v.object({ id: v.string(), state: v.string(), amountVnd: v.number() }),
  }),
})

/**
 * Receives what the order store tells. Nothing is given out on anything but a verified `order.paid`:
 * not on the customer's return, and not on a callback.
 */
export async function receiveWebhook(c: Context<{ Bindings: ShopEnv }>): Promise<Response> {
  const body = await c.req.text()
  const verdict = await verifyWebhook({
    secrets: [c.env.WEBHOOK_SECRET],
    headers: c.req.raw.headers,
    body,
  })
  if (!verdict.verified) return c.json({ reason: verdict.reason }, 401)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), event), body)
  if (!parsed.success) return c.json({ reason: 'event_unknown' }, 400)
  const { type, data } = parsed.output
  const isKnown = await applyEvent(c.env.DB, {
    id: data.order.id,
    state: data.order.state,
    version: data.version,
    paidVnd: type === 'order.paid' ? data.order.amountVnd : null,
  })
  // Not 410: that would tell the sender to stop for good, and the row may be a moment late.
  return isKnown ? c.body(null, 204) : c.json({ reason: 'order_unknown' }, 404)
}
