import type { Shop } from '../shop.ts'
import { findOrderExtras, keepPhone, keepPoints, type OrderExtras } from '../store/order-extras.ts'
import { findShopOrder, type ShopOrder } from '../store/shop-orders.ts'
import { givePoints } from './loyalty.ts'

/** The points of an order: one for every 1,000 VND; none below 50, the minimum of the service. */
export function pointsFor(amountVnd: number): number {
  const points = Math.floor(amountVnd / 1_000)
  return points < 50 ? 0 : points
}

/**
 * Gives the points of a paid order to its stored phone number; a repeat changes nothing.
 *
 * @returns whether everything is done that can be done without the number
 */
export async function creditPoints(
  shop: Shop,
  order: Pick<ShopOrder, 'id' | 'amountVnd'>,
  extras: Pick<OrderExtras, 'phone' | 'points'>,
): Promise<boolean> {
  const points = pointsFor(order.amountVnd)
  if (extras.phone === null || points === 0 || extras.points > 0) return true
  const given = await givePoints(shop, { orderId: order.id, phone: extras.phone, points })
  if (given.outcome === 'unknown') return false
  await keepPoints(shop.env.DB, order.id, given.outcome === 'accepted' ? points : 0)
  return true
}

/** Fulfilled orders that still wait for their points, the earliest first. */
async function ordersThatWait({ env }: Shop, customer: string): Promise<string[]> {
  const found = await env.DB.prepare(
    `SELECT id FROM shop_order JOIN order_extras ON order_id = id
     WHERE customer = ? AND points_wait = 1 AND phone IS NOT NULL
       AND fulfilled_at IS NOT NULL AND state <> 'refunded'
     ORDER BY fulfilled_at LIMIT 10`,
  )
    .bind(customer)
    .all<{ id: string }>()
  return found.results.map(({ id }) => id)
}

/**
 * Gives a customer the points of paid orders that were made while the wallet did not answer.
 *
 * @param phone phone number from the wallet; `undefined` when it has none for the shop
 */
export async function creditWaitingPoints(
  shop: Shop,
  customer: string,
  phone: string | undefined,
): Promise<void> {
  await keepPhone(shop.env.DB, customer, phone)
  for (const id of await ordersThatWait(shop, customer)) {
    const order = await findShopOrder(shop.env.DB, id)
    const extras = await findOrderExtras(shop.env.DB, id)
    if (order !== undefined && extras !== undefined) await creditPoints(shop, order, extras)
  }
}
