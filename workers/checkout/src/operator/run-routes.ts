import { Hono } from 'hono'
import { callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { readJson, requireNoFields } from '../api/read-json.ts'
import { dayInvalid, isVietnamDay } from '../daily-files/asked-day.ts'
import { answerForce } from '../daily-files/reconciliation-routes.ts'
import { runNotFound } from './access/not-found.ts'
import type { OperatorHono } from './access/require-operator.ts'
import { asOperator, newAction } from './access/staff-action.ts'

/** Daily runs for an operator: list them, read one, and force a stopped one. */
export function runRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/runs', async (c) => {
    await requireNoFields(c)
    return c.json({ runs: await callOrders(() => c.env.OPERATOR_VIEW.listReconciliations()) })
  })
  routes.all('/runs', () => methodRefused('GET'))
  routes.get('/runs/:day', async (c) => {
    const day = c.req.param('day')
    await requireNoFields(c)
    if (!isVietnamDay(day)) return errorAnswer(c, { status: 400, error: dayInvalid })
    const run = await callOrders(() => c.env.OPERATOR_VIEW.reconciliation(day))
    return run === null ? errorAnswer(c, { status: 404, error: runNotFound }) : c.json(run)
  })
  routes.all('/runs/:day', () => methodRefused('GET'))
  routes.post('/runs/:day/force', async (c) => {
    const day = c.req.param('day')
    const action = asOperator(c, await readJson(c, newAction))
    if (!isVietnamDay(day)) return errorAnswer(c, { status: 400, error: dayInvalid })
    const outcome = await callOrders(() => c.env.OPERATOR_MONEY.forceReconciliation(day, action))
    return outcome.outcome === 'not_found'
      ? errorAnswer(c, { status: 404, error: runNotFound })
      : answerForce(c, outcome)
  })
  routes.all('/runs/:day/force', () => methodRefused('POST'))
  return routes
}
