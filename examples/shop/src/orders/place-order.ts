import { totalVnd, writeBasket, type BasketLine } from '../basket/basket.ts'
import type { UsableVoucher } from '../loyalty/loyalty.ts'
import { pointsFor } from '../loyalty/points-of-order.ts'
import { findOrderExtras, saveOrderExtras } from '../store/order-extras.ts'
import type { Shop } from '../shop.ts'
import { saveShopOrder } from '../store/shop-orders.ts'
import { settleReturns, takeVoucher } from '../loyalty/voucher-of-order.ts'

/** An order as the customer places it. */
export interface PlacedOrder {
  readonly id: string
  readonly customer: string
  /**
   * Phone number that gets points: that of the customer's wallet; null for a guest, and while it is
   * unknown.
   */
  readonly phone: string | null
  /** Whether the customer has a wallet that does not say its phone number at the moment. */
  readonly isPhoneUnknown: boolean
  readonly lines: readonly BasketLine[]
  readonly voucher: (UsableVoucher & { readonly serial: string }) | undefined
}

/**
 * Stores a new order and uses its voucher. The intent is stored before the voucher is used, and the
 * order itself afterwards; from then on creating it at the checkout is repeated until it succeeds.
 *
 * @returns the reason if there is no order
 */
export async function placeOrder(
  shop: Shop,
  order: PlacedOrder,
): Promise<'voucher-refused' | 'voucher-unknown' | undefined> {
  const { id, lines, voucher, customer, phone, isPhoneUnknown } = order
  if (voucher !== undefined && !(await settleReturns(shop, voucher.serial))) {
    return 'voucher-unknown'
  }
  const discountVnd = voucher?.discountVnd ?? 0
  const amountVnd = totalVnd(lines) - discountVnd
  const isNew = await saveOrderExtras(shop.env.DB, {
    orderId: id,
    customer,
    phone,
    pointsWait: isPhoneUnknown && pointsFor(amountVnd) > 0,
    voucher: voucher?.serial ?? null,
    discountVnd,
    touchedAt: shop.relyingParty.nowSeconds(),
  })
  if (!isNew) {
    // Only an order without a voucher may continue where it stopped, because a discount belongs to
    // its basket.
    const saved = await findOrderExtras(shop.env.DB, id)
    const isPlain = saved?.customer === customer && saved.voucher === null
    if (!isPlain || voucher !== undefined) return 'voucher-unknown'
  }
  if (voucher !== undefined) {
    const taken = await takeVoucher(shop, id, voucher)
    if (taken !== 'used') return taken === 'refused' ? 'voucher-refused' : 'voucher-unknown'
  }
  const createdAt = shop.relyingParty.nowSeconds()
  await saveShopOrder(shop.env.DB, { id, basket: writeBasket(lines), amountVnd, createdAt })
  return undefined
}
