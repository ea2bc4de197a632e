import { Hono } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import { answerApiFailure } from './answer-api-failure.ts'
import { errorAnswer, type ApiError } from './api-error.ts'
import { askOrders } from './ask-orders.ts'
import { filePathUnknown } from './file-path-unknown.ts'
import { methodRefused } from './method-refused.ts'
import { requireBearer } from './require-bearer.ts'
import { dayInvalid, isVietnamDay } from './vietnam-day.ts'

const notFound: ApiError = {
  reason: 'reconciliation_not_found',
  message: 'This day is not followed.',
  remedy: 'GET /reconciliations lists the days that are.',
}

/**
 * Reconciliations for the shop's backend. `GET /reconciliations` lists the newest days,
 * `GET /reconciliations/{day}` shows one: 404 for a day that is not followed.
 */
export function reconciliationRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.get('/', async (c) =>
    c.json({ reconciliations: await askOrders(() => c.env.ORDERS.listReconciliations()) }),
  )
  routes.all('/', () => methodRefused('GET'))
  routes.get('/:day', async (c) => {
    const asked = c.req.param('day')
    if (!isVietnamDay(asked)) return errorAnswer(c, { status: 400, error: dayInvalid })
    const found = await askOrders(() => c.env.ORDERS.reconciliation(asked))
    return found === null ? errorAnswer(c, { status: 404, error: notFound }) : c.json(found)
  })
  routes.all('/:day', () => methodRefused('GET'))
  routes.all('*', (c) => errorAnswer(c, { status: 404, error: filePathUnknown }))
  routes.onError(answerApiFailure)
  return routes
}
