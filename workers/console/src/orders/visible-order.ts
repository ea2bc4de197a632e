import type { OrderView } from '@merchant-edge/orders/api'
import { orderRules } from '@merchant-edge/orders/rules'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showNotFound, showOtherStore } from '../layout/notice-page.tsx'
import { seesStore } from '../operator.ts'

/** The order that the address names by `:id`, or the page that says why this operator does not see it. */
export async function findVisibleOrder(c: ConsoleContext): Promise<OrderView | Response> {
  const id = c.req.param('id') ?? ''
  const order = orderRules.id.pattern.test(id) ? await c.env.CONSOLE_VIEW.find(id) : null
  if (order === null) return showNotFound(c)
  return seesStore(c.var.operator, order.storeCode) ? order : showOtherStore(c)
}
