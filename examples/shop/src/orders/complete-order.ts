import { readBasket } from '../basket/basket.ts'
import { givePoints, takeGiftCodes } from '../loyalty/loyalty.ts'
import {
  findOrderExtras,
  keepGiftCodes,
  keepPoints,
  type OrderExtras,
} from '../store/order-extras.ts'
import type { Shop } from '../shop.ts'
import { findShopOrder, markFulfilled, type ShopOrder } from '../store/shop-orders.ts'
import { giveVoucherBack, useVoucherAgain } from '../loyalty/voucher-of-order.ts'

/** What an order waits for before it is fulfilled; `handling` is the shop's own work. */
export type Awaited = 'payment' | 'gift-codes' | 'points' | 'handling'

/** One point for every thousand; the service gives fewer than 50 to nobody. */
function pointsFor(amountVnd: number): number {
  const points = Math.floor(amountVnd / 1_000)
  return points < 50 ? 0 : points
}

function giftCardsOf(basket: string): { card_type: string; quantity: number }[] {
  return readBasket(basket).flatMap(({ book, quantity }) =>
    book.giftCardType === undefined ? [] : [{ card_type: book.giftCardType, quantity }],
  )
}

/** What an order waits for next; `undefined` once it is fulfilled. */
export function awaitedBy(order: ShopOrder, extras: OrderExtras | undefined): Awaited | undefined {
  if (order.fulfilledAt !== null) return undefined
  if (order.paidAt === null) return 'payment'
  if (extras === undefined) return 'handling'
  if (giftCardsOf(order.basket).length > 0 && extras.giftCodes.length === 0) return 'gift-codes'
  const hasPoints = extras.phone === null || pointsFor(order.amountVnd) === 0 || extras.points > 0
  return hasPoints ? 'handling' : 'points'
}

async function giveExtras(shop: Shop, order: ShopOrder, extras: OrderExtras): Promise<boolean> {
  if (!(await useVoucherAgain(shop, order))) return false
  const items = giftCardsOf(order.basket)
  if (items.length > 0 && extras.giftCodes.length === 0) {
    const taken = await takeGiftCodes(shop, order.id, items)
    if (taken.outcome !== 'accepted') return false
    await keepGiftCodes(shop.env.DB, order.id, taken.data)
  }
  const points = pointsFor(order.amountVnd)
  if (extras.phone === null || points === 0 || extras.points > 0) return true
  const given = await givePoints(shop, { orderId: order.id, phone: extras.phone, points })
  if (given.outcome === 'accepted') await keepPoints(shop.env.DB, order.id, points)
  return given.outcome !== 'unknown'
}

/**
 * Fulfils a paid order: uses its voucher again where that went back before, takes its gift codes out of
 * stock, gives its points, and only then counts it as fulfilled. Every step carries the id of the order, so
 * that doing it again changes nothing.
 *
 * @returns whether nothing is left to do; otherwise the webhook is to come again
 */
export async function completePaidOrder(shop: Shop, order: ShopOrder): Promise<boolean> {
  // The money went back before anything was given; the customer gets nothing for it any more.
  if (order.fulfilledAt !== null || order.state === 'refunded') return true
  const extras = await findOrderExtras(shop.env.DB, order.id)
  if (extras !== undefined && !(await giveExtras(shop, order, extras))) return false
  await markFulfilled(shop.env.DB, order.id, shop.ports.now())
  return true
}

/**
 * Gives the voucher of an order back that was never paid.
 *
 * @returns whether nothing is left to do; otherwise the webhook is to come again
 */
export async function releaseUnpaidOrder(shop: Shop, orderId: string): Promise<boolean> {
  const order = await findShopOrder(shop.env.DB, orderId)
  // A late event about an order that has been paid since takes nothing from the shop.
  if (order === undefined || order.paidAt !== null) return true
  return giveVoucherBack(shop, orderId)
}
