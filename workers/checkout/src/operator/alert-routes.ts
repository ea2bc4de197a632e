import type { AlertOutcome } from '@merchant-edge/orders/api'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { readJson } from '../api/read-json.ts'
import { pageFields, readQuery } from '../api/read-query.ts'
import type { OperatorHono } from './require-operator.ts'
import { asOperator, newAction } from './staff-action.ts'

/** The query of `GET /operator/alerts`. */
export const alertQuery = v.strictObject({
  state: v.exactOptional(
    v.picklist(['open', 'acknowledged', 'closed'], 'must be open, acknowledged or closed'),
  ),
  kind: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(
        /^[a-z_]{1,64}$/,
        'must be a kind of alert, in small letters, such as orphan_callback',
      ),
    ),
  ),
  ...pageFields,
})

function answerAlert(c: Context, outcome: AlertOutcome): Response {
  if (outcome.outcome === 'changed') return c.json(outcome)
  if (outcome.outcome === 'unchanged') {
    return errorAnswer(c, {
      status: 409,
      ...outcome,
      error: {
        reason: 'alert_unchanged',
        message: 'The alert was in this state or beyond it already, or was raised again meanwhile.',
        remedy: 'Look at it again.',
      },
    })
  }
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'alert_not_found',
      message: 'There is no alert with this id.',
      remedy: 'Look its id up with GET /operator/alerts.',
    },
  })
}

/** Alerts for an operator: list them in pages, acknowledge one, close one. */
export function alertRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/alerts', async (c) => {
    const filter = readQuery(c, alertQuery)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listAlerts(filter)))
  })
  routes.all('/alerts', () => methodRefused('GET'))
  for (const [step, call] of [
    ['acknowledge', 'acknowledgeAlert'],
    ['close', 'closeAlert'],
  ] as const) {
    routes.post(`/alerts/:id/${step}`, async (c) => {
      const action = asOperator(c, await readJson(c, newAction))
      const id = c.req.param('id')
      const outcome = /^[1-9]\d{0,14}$/.test(id)
        ? await callOrders(() => c.env.OPERATOR_MONEY[call](Number(id), action))
        : ({ outcome: 'not_found' } as const)
      return answerAlert(c, outcome)
    })
    routes.all(`/alerts/:id/${step}`, () => methodRefused('POST'))
  }
  return routes
}
