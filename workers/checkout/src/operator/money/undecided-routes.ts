import { Hono } from 'hono'
import { callOrders, methodRefused } from '../../api/api-error.ts'
import { requireNoFields } from '../../api/read-json.ts'
import type { OperatorHono } from '../access/require-operator.ts'
import { ownStores } from '../access/require-own-store.ts'

/** Everything that waits for the verdict of an operator: open outcomes, the oldest first. */
export function undecidedRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/undecided', async (c) => {
    await requireNoFields(c)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listUndecided(ownStores(c))))
  })
  routes.all('/undecided', () => methodRefused('GET'))
  return routes
}
