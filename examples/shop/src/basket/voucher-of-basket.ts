import { checkVoucher, type UsableVoucher } from '../loyalty/loyalty.ts'
import { readVoucher } from '../pages/voucher-cookie.ts'
import type { ShopContext } from '../shop-hono.ts'
import { totalVnd, type BasketLine } from './basket.ts'

/** Form of the serial of a voucher. */
export const voucherSerial = /^[\x21-\x7e]{1,64}$/

/** The voucher in the basket, and whether it still gives a discount. */
export type VoucherOfBasket =
  | (UsableVoucher & { readonly outcome: 'usable'; readonly serial: string })
  | { readonly outcome: 'refused'; readonly serial: string }
  | { readonly outcome: 'unknown'; readonly serial: string }

/** The voucher of the basket; `undefined` if there is none. */
export async function voucherOfBasket(
  c: ShopContext,
  lines: readonly BasketLine[],
): Promise<VoucherOfBasket | undefined> {
  const serial = await readVoucher(c)
  if (serial === undefined || lines.length === 0) return undefined
  const usable = await checkVoucher(c.var.shop, serial, totalVnd(lines))
  return typeof usable === 'string'
    ? { outcome: usable, serial }
    : { outcome: 'usable', serial, ...usable }
}
