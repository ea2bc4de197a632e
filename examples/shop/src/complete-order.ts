import { readBasket } from './basket.ts'
import { givePoints, takeGiftCodes } from './loyalty.ts'
import { findOrderExtras, keepGiftCodes, keepPoints } from './order-extras.ts'
import type { ShopEnv } from './shop-env.ts'
import { findShopOrder, type ShopOrder } from './shop-orders.ts'
import { giveVoucherBack, useVoucherAgain } from './voucher-of-order.ts'

/** One point for every thousand; the service gives fewer than 50 to nobody. */
function pointsFor(amountVnd: number): number {
  const points = Math.floor(amountVnd / 1_000)
  return points < 50 ? 0 : points
}

/**
 * Does what a paid order needs besides its books: takes gift codes out of stock and gives points. Every
 * step carries the id of the order, so that doing it again changes nothing.
 *
 * @returns whether nothing is left to do; otherwise the webhook is to come again
 */
export async function completePaidOrder(env: ShopEnv, order: ShopOrder): Promise<boolean> {
  const extras = await findOrderExtras(env.DB, order.id)
  if (extras === undefined) return true
  if (!(await useVoucherAgain(env, order))) return false
  const items = readBasket(order.basket).flatMap(({ book, quantity }) =>
    book.giftCardType === undefined ? [] : [{ card_type: book.giftCardType, quantity }],
  )
  if (items.length > 0 && extras.giftCodes.length === 0) {
    const taken = await takeGiftCodes(env, order.id, items)
    if (taken.outcome !== 'accepted') return false
    await keepGiftCodes(env.DB, order.id, taken.data)
  }
  const points = pointsFor(order.amountVnd)
  if (extras.phone === null || points === 0 || extras.points > 0) return true
  const given = await givePoints(env, { orderId: order.id, phone: extras.phone, points })
  if (given.outcome === 'accepted') await keepPoints(env.DB, order.id, points)
  return given.outcome !== 'unknown'
}

/**
 * Gives the voucher of an order back that was never paid.
 *
 * @returns whether nothing is left to do; otherwise the webhook is to come again
 */
export async function releaseUnpaidOrder(env: ShopEnv, orderId: string): Promise<boolean> {
  const order = await findShopOrder(env.DB, orderId)
  // A late event about an order that has been paid since takes nothing from the shop.
  if (order === undefined || order.fulfilledAt !== null) return true
  return giveVoucherBack(env, orderId)
}
