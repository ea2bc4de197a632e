import type { OrderView } from '@merchant-edge/orders/api'
import { orderRules } from '@merchant-edge/orders/rules'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import { seesStore } from '../operator.ts'

/**
 * The order that the address names by `:id`, or the page that nothing is there: an order of a store that this operator does
 * not see is answered as one that does not exist.
 */
export async function findVisibleOrder(c: ConsoleContext): Promise<OrderView | Response> {
  const id = c.req.param('id') ?? ''
  const order = orderRules.id.pattern.test(id) ? await c.env.CONSOLE_VIEW.find(id) : null
  return order !== null && seesStore(c.var.operator, order.storeCode) ? order : showNotFound(c)
}
