import { getCookie } from 'hono/cookie'
import { totalVnd, type BasketLine } from './basket.ts'
import { knownCustomerIds } from '../account/customer.ts'
import { checkVoucher, type UsableVoucher } from '../loyalty/loyalty.ts'
import { findOrderExtras } from '../store/order-extras.ts'
import type { ShopContext } from '../account/sign-on.ts'

/** What the serial of a voucher looks like. */
export const voucherSerial = /^[\x21-\x7e]{1,64}$/

/** The voucher of the basket, when it still takes something off. */
export async function voucherOfBasket(
  c: ShopContext,
  lines: readonly BasketLine[],
): Promise<(UsableVoucher & { readonly serial: string }) | undefined> {
  const serial = getCookie(c, 'voucher')
  if (serial === undefined || !voucherSerial.test(serial) || lines.length === 0) return undefined
  const usable = await checkVoucher(c.env, serial, totalVnd(lines)).catch(() => undefined)
  return usable === undefined ? undefined : { serial, ...usable }
}

/** The voucher that an order of this customer has used already, while it could not be announced. */
export async function voucherOfPlacedOrder(
  c: ShopContext,
  orderId: string,
): Promise<{ readonly serial: string; readonly discountVnd: number } | undefined> {
  const extras = await findOrderExtras(c.env.DB, orderId)
  if (extras === undefined || extras.voucherState !== 'used') return undefined
  if (!(await knownCustomerIds(c)).includes(extras.customer)) return undefined
  const { voucher: serial, discountVnd } = extras
  return serial === null ? undefined : { serial, discountVnd }
}
