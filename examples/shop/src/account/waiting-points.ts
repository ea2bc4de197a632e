import { creditWaitingPoints } from '../loyalty/points-of-order.ts'
import type { ShopContext } from '../shop-hono.ts'
import { readCustomer, type ShopCustomer } from './sign-on.ts'

/**
 * Asks the wallet who is signed in; once it says so, the points are given of paid orders that waited for it.
 *
 * @param id the id of the customer who is signed in
 */
export async function creditCustomer(
  c: ShopContext,
  id: string,
): Promise<ShopCustomer | undefined> {
  const customer = await readCustomer(c)
  if (customer?.answer === 'given') {
    // A top-up that fails stays due, and is tried again at the next look; the page must not fail for it.
    await creditWaitingPoints(c.var.shop, id, customer.phone).catch(() => undefined)
  }
  return customer
}
