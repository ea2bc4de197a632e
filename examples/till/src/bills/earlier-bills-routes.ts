import { dayOfTime, dayPlus, isDay } from '@merchant-edge/pages'
import { Hono } from 'hono'
import { listOrders } from '../checkout/list-orders.ts'
import { localeOf } from '../pages/locale.ts'
import type { TillContext, TillHono } from '../till-hono.ts'
import { earlierBillsPage } from './earlier-bills-page.ts'
import { findBills } from './find-bills.ts'
import { isBillId } from './read-bill.ts'
import { dayOfPayment, sumsOfBills } from './sums-of-bills.ts'

const maxSearchChars = 100

async function showBills(c: TillContext): Promise<Response> {
  const { till, ports } = c.var
  const { day: askedDay = '', q = '', from = '' } = c.req.query()
  const today = dayOfTime(ports.nowSeconds())
  const day = isDay(askedDay) && askedDay <= today ? askedDay : today
  const [{ orders, isCut }, { orders: before }] = await Promise.all([
    listOrders(c, day),
    listOrders(c, dayPlus(day, -1)),
  ])
  const paidAfterMidnight = before.filter((order) => dayOfPayment(order) === day)
  // Another program of the shop may open orders at the same terminal.
  const bills = [...orders, ...paidAfterMidnight].filter(({ id }) => isBillId(id))
  const typed = q.trim().slice(0, maxSearchChars)
  const view = {
    till,
    day,
    today,
    typed,
    found: findBills(bills, typed),
    from: /^\d{1,6}$/.test(from) ? Number(from) : 0,
    sums: sumsOfBills(bills, day),
    isCut,
  }
  return c.html(earlierBillsPage(localeOf(c), view))
}

/**
 * The list of the bills that this till opened on a day, and of those of the day before that were
 * paid on it.
 */
export function earlierBillsRoutes(): Hono<TillHono> {
  const routes = new Hono<TillHono>()
  routes.get('/till/earlier', showBills)
  return routes
}
