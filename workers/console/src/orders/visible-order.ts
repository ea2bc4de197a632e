import type { OrderView } from '@merchant-edge/orders/api'
import { orderRules } from '@merchant-edge/orders/rules'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import { seesStore } from '../operator.ts'

/**
 * The order of `:id` in the address, or the page "not found", which is also shown for an order of a
 * store that this operator may not see.
 */
export async function findVisibleOrder(c: ConsoleContext): Promise<OrderView | Response> {
  const id = c.req.param('id') ?? ''
  const order = orderRules.id.pattern.test(id) ? await c.env.CONSOLE_VIEW.find(id) : null
  return order !== null && seesStore(c.var.operator, order.storeCode) ? order : showNotFound(c)
}
