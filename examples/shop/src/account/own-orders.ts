import type { ShopContext } from '../shop-hono.ts'
import { newestOrdersOf, type ShopOrder } from '../store/shop-orders.ts'
import { guestId, signedInId } from './customer.ts'
import { guestKeys } from './guest-key.ts'

const maxOrders = 10

/** The newest orders of this browser and of the customer who is signed in, at most ten. */
export async function ownOrders(c: ShopContext): Promise<readonly ShopOrder[]> {
  const [signedIn, ...guests] = await Promise.all([signedInId(c), ...guestKeys(c).map(guestId)])
  const customers = [...(signedIn === undefined ? [] : [signedIn]), ...guests]
  return customers.length === 0 ? [] : newestOrdersOf(c.var.shop.env.DB, customers, maxOrders)
}
