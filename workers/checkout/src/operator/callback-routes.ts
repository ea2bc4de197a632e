import { type Context, Hono } from 'hono'
import { callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { readJson } from '../api/read-json.ts'
import type { OperatorHono } from './access/require-operator.ts'
import { asOperator, newAction } from './access/staff-action.ts'

function callbackNotFound(c: Context): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'callback_not_found',
      message: 'No callback stands at this place of the journal.',
      remedy:
        'Look its number up with GET /operator/callbacks, or in the callback.received lines of the timeline of its order.',
    },
  })
}

/** Stored callbacks for an operator: replay one; effects that already happened are not repeated. */
export function callbackRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.post('/callbacks/:seq/replay', async (c) => {
    const action = asOperator(c, await readJson(c, newAction))
    const seq = c.req.param('seq')
    if (!/^[1-9]\d{0,14}$/.test(seq)) return callbackNotFound(c)
    const outcome = await callOrders(() => c.env.OPERATOR_MONEY.replayCallback(Number(seq), action))
    return outcome.outcome === 'not_found' ? callbackNotFound(c) : c.json(outcome)
  })
  routes.all('/callbacks/:seq/replay', () => methodRefused('POST'))
  return routes
}
