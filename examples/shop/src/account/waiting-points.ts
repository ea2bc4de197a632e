import { creditWaitingPoints } from '../loyalty/points-of-order.ts'
import type { ShopContext } from '../shop-hono.ts'
import { readCustomer, type ShopCustomer } from './sign-on.ts'

/**
 * Asks the wallet who is signed in; if it answers, gives the points of paid orders that waited for
 * the answer.
 *
 * @param id the id of the customer who is signed in
 */
export async function creditCustomer(
  c: ShopContext,
  id: string,
): Promise<ShopCustomer | undefined> {
  const customer = await readCustomer(c)
  if (customer?.answer === 'given') {
    // A failed top-up stays due and is tried again at the next visit; it must not make the page
    // fail.
    await creditWaitingPoints(c.var.shop, id, customer.phone).catch(() => undefined)
  }
  return customer
}
