import type { ForceOutcome } from '@merchant-edge/orders/api'
import { type Context, Hono } from 'hono'
import {
  answerApiFailure,
  type ApiError,
  callOrders,
  errorAnswer,
  methodRefused,
} from '../api/api-error.ts'
import { requireNoFields } from '../api/read-json.ts'
import { requireBearer } from '../api/require-bearer.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { dayInvalid, filePathUnknown, isVietnamDay } from './asked-day.ts'

/** Error for a day that is not tracked. */
const reconciliationNotFound: ApiError = {
  reason: 'reconciliation_not_found',
  message: 'This day is not followed.',
  remedy: 'GET /reconciliations lists the days that are.',
}

const notStopped: ApiError = {
  reason: 'not_stopped',
  message: 'The comparison of this day was not stopped.',
  remedy: 'Look at its state: there is nothing to force.',
}

const notForceable: ApiError = {
  reason: 'not_forceable',
  message: 'The comparison was stopped for a reason that force does not remove.',
  remedy: 'Do what its error says.',
}

const running: ApiError = {
  reason: 'day_in_work',
  message: 'The day is being worked on at this moment.',
  remedy: 'Try again in a minute.',
}

const filesChanged: ApiError = {
  reason: 'files_changed',
  message: 'The files, the key or the profile are no longer those of the stopped comparison.',
  remedy: 'They are compared anew within a minute; put a file back that was taken away.',
}

/** Answers a request to force a comparison: 200, 202, 404, 409. */
export function answerForce(c: Context, outcome: ForceOutcome): Response {
  switch (outcome.outcome) {
    case 'done':
      return c.json(outcome, 200)
    case 'started':
      return c.json(outcome, 202)
    case 'running':
      c.header('retry-after', '60')
      return errorAnswer(c, { status: 409, ...outcome, error: running })
    case 'files_changed':
      return errorAnswer(c, { status: 409, ...outcome, error: filesChanged })
    case 'not_forceable':
      return errorAnswer(c, { status: 409, ...outcome, error: notForceable })
    case 'not_stopped':
      return errorAnswer(c, { status: 404, ...outcome, error: notStopped })
    case 'not_found':
      break
  }
  return errorAnswer(c, { status: 404, error: reconciliationNotFound })
}

/**
 * Reconciliations for the shop's backend. `GET /reconciliations` lists the newest days,
 * `GET /reconciliations/{day}` shows one: 404 for a day that is not tracked.
 * `POST /reconciliations/{day}/force` forces a stopped comparison: 202 it runs within a minute, 200
 * it has run, 404 the day was not stopped, 409 it cannot be forced, or not now.
 */
export function reconciliationRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.get('/', async (c) => {
    await requireNoFields(c)
    return c.json({ reconciliations: await callOrders(() => c.env.ORDERS.listReconciliations()) })
  })
  routes.all('/', () => methodRefused('GET'))
  routes.get('/:day', async (c) => {
    const asked = c.req.param('day')
    await requireNoFields(c)
    if (!isVietnamDay(asked)) return errorAnswer(c, { status: 400, error: dayInvalid })
    const found = await callOrders(() => c.env.ORDERS.reconciliation(asked))
    return found === null
      ? errorAnswer(c, { status: 404, error: reconciliationNotFound })
      : c.json(found)
  })
  routes.all('/:day', () => methodRefused('GET'))
  routes.post('/:day/force', async (c) => {
    const asked = c.req.param('day')
    await requireNoFields(c)
    if (!isVietnamDay(asked)) return errorAnswer(c, { status: 400, error: dayInvalid })
    return answerForce(c, await callOrders(() => c.env.ORDERS.forceReconciliation(asked)))
  })
  routes.all('/:day/force', () => methodRefused('POST'))
  routes.all('*', (c) => errorAnswer(c, { status: 404, error: filePathUnknown }))
  routes.onError(answerApiFailure)
  return routes
}
