import { readOrder } from '../checkout/checkout-api.ts'
import { checkVoucher, returnVoucher, useVoucher, type UsableVoucher } from './loyalty.ts'
import { findOrderExtras, type VoucherState } from '../store/order-extras.ts'
import type { Shop } from '../shop.ts'

/** Age from which on no request can still be processing the order. */
const strandedAfterSeconds = 300

async function moveVoucher(
  shop: Shop,
  orderId: string,
  move: { readonly from: VoucherState; readonly to: VoucherState },
): Promise<boolean> {
  const { meta } = await shop.env.DB.prepare(
    'UPDATE order_extras SET voucher_state = ? WHERE order_id = ? AND voucher_state = ?',
  )
    .bind(move.to, orderId, move.from)
    .run()
  return meta.changes === 1
}

/**
 * State of the voucher in another order that has used it since, or is about to; the service would
 * take that use back as well.
 */
async function otherHolder(
  shop: Shop,
  orderId: string,
  serial: string,
): Promise<'used' | 'taking' | undefined> {
  const { results } = await shop.env.DB.prepare(
    `SELECT voucher_state AS state FROM order_extras WHERE voucher = ? AND order_id <> ?
       AND (voucher_state = 'used' OR voucher_state = 'taking' AND touched_at >= ?)`,
  )
    .bind(serial, orderId, shop.relyingParty.nowSeconds() - strandedAfterSeconds)
    .all<{ state: 'used' | 'taking' }>()
  return results.find(({ state }) => state === 'used')?.state ?? results[0]?.state
}

/**
 * Asks the service to give back a voucher that is in state `returning`. The service knows a voucher
 * only by its serial, so nothing is sent after another order has used it: that order could use it
 * only because this one had returned it.
 */
async function finishReturn(shop: Shop, orderId: string, serial: string): Promise<boolean> {
  const holder = await otherHolder(shop, orderId, serial)
  if (holder === 'taking') return false
  if (holder === undefined) {
    const back = await returnVoucher(shop, serial).catch(() => undefined)
    if (back === undefined || back.outcome === 'unknown') return false
  }
  await moveVoucher(shop, orderId, { from: 'returning', to: 'returned' })
  return true
}

/**
 * Completes the pending returns of a voucher by other orders; otherwise a pending return would undo
 * its next use.
 *
 * @returns whether no return is pending any more
 */
export async function settleReturns(shop: Shop, serial: string): Promise<boolean> {
  const { results } = await shop.env.DB.prepare(
    `SELECT order_id FROM order_extras WHERE voucher = ? AND voucher_state = 'returning'`,
  )
    .bind(serial)
    .all<{ order_id: string }>()
  for (const { order_id: orderId } of results) {
    if (!(await finishReturn(shop, orderId, serial))) return false
  }
  return true
}

/**
 * Marks the voucher of an order as used. When the outcome is unknown, the voucher is returned at
 * once, and the order is not made.
 */
export async function takeVoucher(
  shop: Shop,
  orderId: string,
  voucher: UsableVoucher & { readonly serial: string },
): Promise<'used' | 'refused' | 'unknown'> {
  const used = await useVoucher(shop, { ...voucher, orderId }).catch(() => undefined)
  if (used?.outcome === 'accepted') {
    return (await moveVoucher(shop, orderId, { from: 'taking', to: 'used' })) ? 'used' : 'unknown'
  }
  if (used?.outcome === 'refused') {
    await moveVoucher(shop, orderId, { from: 'taking', to: 'returned' })
    return 'refused'
  }
  if (await moveVoucher(shop, orderId, { from: 'taking', to: 'returning' })) {
    await finishReturn(shop, orderId, voucher.serial)
  }
  return 'unknown'
}

/**
 * Returns the voucher of an order, once; a repeat changes nothing.
 *
 * @returns whether nothing is left to do
 */
export async function giveVoucherBack(shop: Shop, orderId: string): Promise<boolean> {
  const extras = await findOrderExtras(shop.env.DB, orderId)
  const { voucher = null, voucherState = null } = extras ?? {}
  const isHeld = voucherState === 'used' || voucherState === 'returning'
  if (voucher === null || !isHeld) return true
  await moveVoucher(shop, orderId, { from: 'used', to: 'returning' })
  return finishReturn(shop, orderId, voucher)
}

/**
 * Uses a voucher again that was returned, or is being returned, if its order was paid after all and
 * it can still be used.
 *
 * @returns whether nothing is left to do
 */
export async function useVoucherAgain(
  shop: Shop,
  order: { readonly id: string; readonly amountVnd: number },
): Promise<boolean> {
  const extras = await findOrderExtras(shop.env.DB, order.id)
  const { voucher: serial = null, voucherState: from = null, discountVnd = 0 } = extras ?? {}
  if (serial === null || (from !== 'returned' && from !== 'returning')) return true
  const usable = await checkVoucher(shop, serial, order.amountVnd + discountVnd)
  if (usable === 'unknown') return false
  if (usable === 'refused') {
    // Either it was never given back, and is still used for this order; or it has been used
    // elsewhere since, and the shop bears the discount of this order.
    if (from === 'returning') await moveVoucher(shop, order.id, { from, to: 'used' })
    return true
  }
  const used = await useVoucher(shop, { ...usable, serial, orderId: order.id })
  if (used.outcome === 'accepted') {
    await moveVoucher(shop, order.id, { from, to: 'used' })
  }
  return used.outcome !== 'unknown'
}

/**
 * Gives back the voucher of an order that was never announced: its customer left while checkout did
 * not answer, so no event will arrive about that order.
 *
 * @returns whether a voucher was returned
 */
export async function freeStrandedVoucher(shop: Shop, serial: string): Promise<boolean> {
  const strandedBefore = shop.relyingParty.nowSeconds() - strandedAfterSeconds
  const stranded = await shop.env.DB.prepare(
    `SELECT order_id FROM order_extras WHERE voucher = ?
       AND voucher_state IN ('taking', 'used', 'returning') AND touched_at < ?`,
  )
    .bind(serial, strandedBefore)
    .all<{ order_id: string }>()
  let isFree = false
  for (const { order_id: orderId } of stranded.results) {
    const known = await readOrder(shop, orderId).catch(() => undefined)
    if (known?.status !== 404) continue
    const { meta } = await shop.env.DB.prepare(
      `UPDATE order_extras SET voucher_state = 'returning' WHERE order_id = ?
         AND voucher_state IN ('taking', 'used', 'returning') AND touched_at < ?`,
    )
      .bind(orderId, strandedBefore)
      .run()
    if (meta.changes === 1 && (await finishReturn(shop, orderId, serial))) isFree = true
  }
  return isFree
}

/**
 * Reserves the announcement of an order. It is refused while the order's voucher is being returned,
 * and while an order is announced its voucher is not returned.
 */
export async function claimAnnouncement(shop: Shop, orderId: string): Promise<boolean> {
  const { meta } = await shop.env.DB.prepare(
    `UPDATE order_extras SET touched_at = ? WHERE order_id = ?
       AND (voucher_state IS NULL OR voucher_state = 'used')`,
  )
    .bind(shop.relyingParty.nowSeconds(), orderId)
    .run()
  return meta.changes === 1
}
