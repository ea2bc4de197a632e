import { dropCookie, keepCookie, readCookie } from './cookies.ts'
import { keyRingOf } from './key-ring.ts'
import type { ShopContext } from '../shop-hono.ts'

const name = 'voucher'
/** What else the shop has sealed opens as no voucher. */
const purpose = 'voucher of a basket'

/** Keeps a voucher that was tried at its field in the customer's browser. */
export async function keepVoucher(c: ShopContext, serial: string): Promise<void> {
  keepCookie(c, { name, value: await keyRingOf(c.env).seal(serial, purpose) })
}

/** Takes the voucher out of the basket. */
export function dropVoucher(c: ShopContext): void {
  dropCookie(c, name)
}

/**
 * The serial of the voucher in the basket. It is sealed: tries are counted at the field for it, and a cookie that anybody
 * could write would be another place to try serials, as often as pages are asked for.
 *
 * @returns `undefined` without one, and for what the shop has not sealed
 */
export async function readVoucher(c: ShopContext): Promise<string | undefined> {
  const sealed = readCookie(c, name)
  return sealed === undefined ? undefined : keyRingOf(c.env).open(sealed, purpose)
}
