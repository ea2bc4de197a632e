import { dropCookie, keepCookie, readCookie } from './cookies.ts'
import { keyRingOf } from './key-ring.ts'
import type { ShopContext } from '../shop-hono.ts'

const name = 'voucher'
/**
 * Purpose of the sealed text, so that other sealed texts of the shop are not accepted as a voucher.
 */
const purpose = 'voucher of a basket'

/** Stores a voucher that passed the check in the customer's browser. */
export async function keepVoucher(c: ShopContext, serial: string): Promise<void> {
  keepCookie(c, { name, value: await keyRingOf(c.env).seal(serial, purpose) })
}

/** Removes the voucher from the basket. */
export function dropVoucher(c: ShopContext): void {
  dropCookie(c, name)
}

/**
 * The serial of the voucher in the basket. The cookie is sealed: tries are counted at the form
 * field, and a cookie that a client could write would be a way to try serials without a limit.
 *
 * @returns `undefined` if there is none, or if the shop has not sealed it
 */
export async function readVoucher(c: ShopContext): Promise<string | undefined> {
  const sealed = readCookie(c, name)
  return sealed === undefined ? undefined : keyRingOf(c.env).open(sealed, purpose)
}
