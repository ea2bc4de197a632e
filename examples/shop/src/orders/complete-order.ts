import { readBasket } from '../basket/basket.ts'
import { takeGiftCodes } from '../loyalty/loyalty.ts'
import { creditPoints, pointsFor } from '../loyalty/points-of-order.ts'
import { findOrderExtras, keepGiftCodes, type OrderExtras } from '../store/order-extras.ts'
import type { Shop } from '../shop.ts'
import { findShopOrder, markFulfilled, type ShopOrder } from '../store/shop-orders.ts'
import { giveVoucherBack, useVoucherAgain } from '../loyalty/voucher-of-order.ts'

/** Pending steps before an order is fulfilled; `handling` is the shop's own work. */
export type Awaited = 'payment' | 'gift-codes' | 'points' | 'handling'

function giftCardsOf(basket: string): { card_type: string; quantity: number }[] {
  return readBasket(basket).flatMap(({ book, quantity }) =>
    book.giftCardType === undefined ? [] : [{ card_type: book.giftCardType, quantity }],
  )
}

/** The next pending step of an order; `undefined` when it is fulfilled. */
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
    const ordered = items.reduce((sum, { quantity }) => sum + quantity, 0)
    // With fewer codes than were paid for, the order is not done.
    if (taken.outcome !== 'accepted' || taken.data.length < ordered) return false
    await keepGiftCodes(shop.env.DB, order.id, taken.data)
  }
  return creditPoints(shop, order, extras)
}

/**
 * Fulfils a paid order: uses its voucher again if it was returned before, orders its gift codes,
 * gives its points, and then marks it as fulfilled. Every step uses the id of the order, so that a
 * repeat changes nothing. Points for a customer whose phone number is not known yet do not block
 * the order: they are given when the customer visits and the wallet answers.
 *
 * @returns whether everything is done; otherwise the webhook must be sent again
 */
export async function completePaidOrder(shop: Shop, order: ShopOrder): Promise<boolean> {
  // The money was refunded before anything was given, so the customer gets nothing.
  if (order.fulfilledAt !== null || order.state === 'refunded') return true
  const extras = await findOrderExtras(shop.env.DB, order.id)
  if (extras !== undefined && !(await giveExtras(shop, order, extras))) return false
  await markFulfilled(shop.env.DB, order.id, shop.relyingParty.nowSeconds())
  return true
}

/**
 * Returns the voucher of an order that was never paid.
 *
 * @returns whether everything is done; otherwise the webhook must be sent again
 */
export async function releaseUnpaidOrder(shop: Shop, orderId: string): Promise<boolean> {
  const order = await findShopOrder(shop.env.DB, orderId)
  // A late event about an order that has been paid since has no effect.
  if (order === undefined || order.paidAt !== null) return true
  return giveVoucherBack(shop, orderId)
}
