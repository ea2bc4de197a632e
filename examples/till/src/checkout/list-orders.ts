import * as v from 'valibot'
import type { TillContext } from '../till-hono.ts'
import { askCheckout } from './ask-checkout.ts'
import { billOf, orderFields, type BillOrder } from './bill-order.ts'

const pageOrders = 100
/** Limits the requests of one page of the till. */
const maxPages = 20

/** Maximum number of orders of a day that the till looks at. */
export const maxListedOrders = pageOrders * maxPages

const orderPage = v.object({ orders: v.array(orderFields), cursor: v.optional(v.string()) })

/** The orders of this till on a day, newest first. */
export interface OrdersOfDay {
  readonly orders: readonly BillOrder[]
  /** Whether there are more than the till looks at. */
  readonly isCut: boolean
}

/**
 * Lists the orders of this till that were opened on a day.
 *
 * @param day day of Vietnam, `YYYY-MM-DD`
 * @throws Error when the checkout does not answer
 */
export async function listOrders(c: TillContext, day: string): Promise<OrdersOfDay> {
  const { storeCode, posCode } = c.var.till
  const orders: BillOrder[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ day, storeCode, posCode, limit: String(pageOrders) })
    if (cursor !== undefined) query.set('cursor', cursor)
    // Each page begins where the one before has ended.
    // oxlint-disable-next-line no-await-in-loop
    const { status, json } = await askCheckout(c, `/orders?${query.toString()}`)
    if (status !== 200) throw new Error(`The checkout answered ${status} when asked for bills.`)
    const read = v.parse(orderPage, json)
    orders.push(...read.orders.map((order) => billOf(c, order)))
    cursor = read.cursor
    if (cursor === undefined) return { orders, isCut: false }
  }
  return { orders, isCut: true }
}
