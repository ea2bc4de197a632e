import type { AlertOutcome } from '@merchant-edge/orders/api'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { readJson, requireNoFields } from '../api/read-json.ts'
import { pageFields, readQuery } from '../api/read-query.ts'
import type { OperatorHono } from './access/require-operator.ts'
import { asOperator, newAction } from './access/staff-action.ts'

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

function alertNotFound(c: Context): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'alert_not_found',
      message: 'There is no alert with this id.',
      remedy: 'Look its id up with GET /operator/alerts.',
    },
  })
}

/** The number of an alert in an address; `undefined` when it is none. */
function idOf(c: Context): number | undefined {
  const id = c.req.param('id') ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}

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
  return alertNotFound(c)
}

/** Alerts for an operator: list them in pages, read one, acknowledge one, close one. */
export function alertRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/alerts', async (c) => {
    const filter = readQuery(c, alertQuery)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listAlerts(filter)))
  })
  routes.all('/alerts', () => methodRefused('GET'))
  routes.get('/alerts/:id', async (c) => {
    await requireNoFields(c)
    const id = idOf(c)
    if (id === undefined) return alertNotFound(c)
    // A page begins with the alert before its cursor.
    const filter = { cursor: String(id + 1), limit: 1 }
    const { alerts } = await callOrders(() => c.env.OPERATOR_VIEW.listAlerts(filter))
    const [alert] = alerts
    return alert?.id === id ? c.json(alert) : alertNotFound(c)
  })
  routes.all('/alerts/:id', () => methodRefused('GET'))
  for (const [step, call] of [
    ['acknowledge', 'acknowledgeAlert'],
    ['close', 'closeAlert'],
  ] as const) {
    routes.post(`/alerts/:id/${step}`, async (c) => {
      const action = asOperator(c, await readJson(c, newAction))
      const id = idOf(c)
      if (id === undefined) return alertNotFound(c)
      return answerAlert(c, await callOrders(() => c.env.OPERATOR_MONEY[call](id, action)))
    })
    routes.all(`/alerts/:id/${step}`, () => methodRefused('POST'))
  }
  return routes
}
