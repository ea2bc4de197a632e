import type { OrderPage, OrderView } from '@merchant-edge/orders/api'
import type { ConsoleViewApi } from '@merchant-edge/orders/operators'
import { Hono } from 'hono'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import type { Section } from '../layout/section.ts'
import { alertsOfOrder } from './alerts-of-order.ts'
import { addressOfName } from './find-order.ts'
import { orderMessages } from './messages.ts'
import { readOrderFilter } from './order-filter.ts'
import { showOrderList } from './order-list-page.tsx'
import { showOrder } from './order-page.tsx'
import type { ShownOrder } from './shown-order.ts'
import { findVisibleOrder } from './visible-order.ts'

const noOrders: OrderPage = { orders: [] }

async function list(c: ConsoleContext): Promise<Response> {
  const name = c.req.query('find')?.trim().slice(0, 64) ?? ''
  if (name !== '') {
    return c.redirect(await addressOfName(c.env.CONSOLE_VIEW, name, c.var.operator), 303)
  }
  const read = readOrderFilter(c.req.query(), c.var.operator)
  if (read.problems.length > 0) return showOrderList(c, { read, page: noOrders })
  try {
    const page = await c.env.CONSOLE_VIEW.listOrders(read.filter)
    return showOrderList(c, { read, page })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const problem = orderMessages[c.var.language].problems.cursor
    return showOrderList(c, { read, page: noOrders, problem })
  }
}

async function tracesOf(view: ConsoleViewApi, order: OrderView): Promise<ShownOrder> {
  const [{ events }, { callbacks }, alerts, serviceCalls, differences] = await Promise.all([
    view.listEvents({ orderId: order.id }),
    view.listCallbacks({ orderId: order.id }),
    alertsOfOrder(view, order),
    view.listServiceCalls('order', order.id),
    view.listDifferencesAbout('order', order.id),
  ])
  return { order, events, callbacks, serviceCalls, differences, alerts }
}

async function show(c: ConsoleContext): Promise<Response> {
  const order = await findVisibleOrder(c)
  if (order instanceof Response) return order
  return showOrder(c, await tracesOf(c.env.CONSOLE_VIEW, order))
}

function orderRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/orders', list)
  routes.get('/orders/:id', show)
  return routes
}

/** Orders: the list with its filters, and the page of each. */
export const ordersSection: Section = {
  path: '/orders',
  title: { vi: 'Đơn hàng', en: 'Orders' },
  routes: orderRoutes,
  byStore: true,
}
