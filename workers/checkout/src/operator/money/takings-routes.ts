import { Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, methodRefused } from '../../api/api-error.ts'
import { readQuery } from '../../api/read-query.ts'
import { dayInQuery } from '../../daily-files/asked-day.ts'
import { ofStore } from '../../orders/order-query.ts'
import type { OperatorHono } from '../access/require-operator.ts'
import { ownStores } from '../access/require-own-store.ts'

/** The query of `GET /operator/takings`. */
export const takingsQuery = v.strictObject(
  {
    from: v.pipe(dayInQuery, v.description('First day of Vietnam, `YYYY-MM-DD`.')),
    to: v.exactOptional(
      v.pipe(
        dayInQuery,
        v.description('Last day, at most 30 days after the first; only the first when left out.'),
      ),
    ),
    storeCode: ofStore.storeCode,
  },
  'is missing',
)

/** Takings for an operator: by time, store and way to pay. */
export function takingsRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/takings', async (c) => {
    const range = { ...readQuery(c, takingsQuery), ...ownStores(c) }
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.takings(range)))
  })
  routes.all('/takings', () => methodRefused('GET'))
  return routes
}
