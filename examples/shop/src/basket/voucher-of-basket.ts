import { checkVoucher, type UsableVoucher } from '../loyalty/loyalty.ts'
import { readCookie } from '../pages/cookies.ts'
import type { ShopContext } from '../shop-hono.ts'
import { totalVnd, type BasketLine } from './basket.ts'

/** What the serial of a voucher looks like. */
export const voucherSerial = /^[\x21-\x7e]{1,64}$/

/** The voucher of the basket, when it still takes something off. */
export async function voucherOfBasket(
  c: ShopContext,
  lines: readonly BasketLine[],
): Promise<(UsableVoucher & { readonly serial: string }) | undefined> {
  const serial = readCookie(c, 'voucher')
  if (serial === undefined || !voucherSerial.test(serial) || lines.length === 0) return undefined
  const usable = await checkVoucher(c.var.shop, serial, totalVnd(lines)).catch(() => undefined)
  return usable === undefined ? undefined : { serial, ...usable }
}
