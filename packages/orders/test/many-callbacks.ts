import { env } from 'cloudflare:workers'
import { maxGroupSize } from '../src/callbacks/callback-group.ts'
import { recordCallbacks, type CallbackRecord } from '../src/callbacks/index.ts'
import type { World } from './world.ts'

const amountVnd = 10_000

const fillTables = [
  `WITH RECURSIVE n(i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
   INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
   SELECT 'many-' || i, 'created', ${amountVnd}, '', ?3, 9007199254740991 FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
   INSERT INTO attempts (reference, order_id, method, state, created_at_ms, lease_until_ms,
     expires_at_ms, service_order_id)
   SELECT 'many-' || i || '-r', 'many-' || i, 'web-payment', 'created', ?3, 0, 9007199254740991,
     '20260101T' || (10000000 + i) FROM n`,
]

/**
 * Puts paid orders and their callbacks into a world, as if the customers had paid at the same moment:
 * `many-0`, `many-1`, ...
 *
 * @param range numbers of the first order and of the one after the last
 */
export async function recordMany(
  world: World,
  { from = 0, to }: { readonly from?: number; readonly to: number },
): Promise<void> {
  for (const statement of fillTables) {
    await env.DB.prepare(statement).bind(from, to, world.now()).run()
  }
  const callbacks: CallbackRecord[] = []
  for (let number = from; number < to; number += 1) {
    const serviceOrderId = `20260101T${10_000_000 + number}`
    const order = {
      serviceOrderId,
      reference: `many-${number}-r`,
      amountVnd,
      callbackUrl: '',
      status: { order_id: serviceOrderId, order_amount: amountVnd, pay_status: 'PROCESSING' },
    }
    world.service.orders.push(order)
    callbacks.push(world.service.pay(order))
  }
  while (callbacks.length > 0) {
    await recordCallbacks(world.context, callbacks.splice(0, maxGroupSize))
  }
}
