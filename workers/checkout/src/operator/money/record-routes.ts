import { refundAmountDemand, transferRules } from '@merchant-edge/orders/rules'
import { Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, methodRefused } from '../../api/api-error.ts'
import { isOrderId } from '../../api/order-id.ts'
import { readJson, requireNoFields } from '../../api/read-json.ts'
import { fieldProblem } from '../../api/rule-schema.ts'
import { refundFields, hasAmount } from '../../refunds/refund-routes.ts'
import { answerOperatorRefund } from './answer-operator-refund.ts'
import { orderNotFound, transferNotFound } from '../access/not-found.ts'
import type { OperatorHono } from '../access/require-operator.ts'
import { actionReason, asOperator } from '../access/staff-action.ts'

const { id, transactionId, vnd, points } = refundFields

/** The body of `POST /operator/orders/{id}/refunds`. */
export const newOperatorRefund = v.pipe(
  v.strictObject({ id, transactionId, vnd, points, reason: actionReason }, fieldProblem),
  v.check((refund) => hasAmount(refund), refundAmountDemand),
)

/** Orders and transfers for an operator: read one, and return money of an order. */
export function recordRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/orders/:id', async (c) => {
    const orderId = c.req.param('id')
    await requireNoFields(c)
    if (!isOrderId(orderId)) return orderNotFound(c)
    const [order, serviceCalls, differences] = await Promise.all([
      callOrders(() => c.env.OPERATOR_VIEW.find(orderId)),
      callOrders(() => c.env.OPERATOR_VIEW.listServiceCalls('order', orderId)),
      callOrders(() => c.env.OPERATOR_VIEW.listDifferencesAbout('order', orderId)),
    ])
    return order === null ? orderNotFound(c) : c.json({ ...order, serviceCalls, differences })
  })
  routes.all('/orders/:id', () => methodRefused('GET'))
  routes.post('/orders/:id/refunds', async (c) => {
    const orderId = c.req.param('id')
    const refund = asOperator(c, await readJson(c, newOperatorRefund))
    if (!isOrderId(orderId)) return orderNotFound(c)
    const outcome = await callOrders(() => c.env.OPERATOR_MONEY.refund(orderId, refund))
    return answerOperatorRefund(c, orderId, outcome)
  })
  routes.all('/orders/:id/refunds', () => methodRefused('POST'))
  routes.get('/transfers/:id', async (c) => {
    const transferId = c.req.param('id')
    await requireNoFields(c)
    if (!transferRules.id.pattern.test(transferId)) return transferNotFound(c)
    const [transfer, timeline, serviceCalls, differences] = await Promise.all([
      callOrders(() => c.env.OPERATOR_VIEW.findTransfer(transferId)),
      callOrders(() => c.env.OPERATOR_VIEW.transferTimeline(transferId)),
      callOrders(() => c.env.OPERATOR_VIEW.listServiceCalls('transfer', transferId)),
      callOrders(() => c.env.OPERATOR_VIEW.listDifferencesAbout('transfer', transferId)),
    ])
    return transfer === null
      ? transferNotFound(c)
      : c.json({ ...transfer, timeline, serviceCalls, differences })
  })
  routes.all('/transfers/:id', () => methodRefused('GET'))
  return routes
}
