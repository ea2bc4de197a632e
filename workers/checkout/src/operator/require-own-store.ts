import { createMiddleware } from 'hono/factory'
import { askOrders, errorAnswer } from '../api/api-error.ts'
import { isOrderId } from '../api/order-id.ts'
import type { OperatorHono } from './require-operator.ts'

/** Lists that can be asked for one store. */
const listsByStore: ReadonlySet<string> = new Set([
  '/operator/orders',
  '/operator/orders.csv',
  '/operator/refunds',
])
/** What belongs to nobody but the caller. */
const own: ReadonlySet<string> = new Set(['/operator/me', '/operator/sign-out'])

const refusal = {
  reason: 'store_missing',
  message: 'You look after some stores, and this belongs to another one or to none.',
  remedy:
    'Name a store of yours with storeCode in a list of orders or refunds; merchant-edge takes --store. Else ask a colleague who sees every store.',
}

/**
 * Lets an operator of some stores reach orders and refunds of these stores only; lists have to name one of them. What
 * belongs to no store is for who sees every store: 403.
 */
export const requireOwnStore = createMiddleware<OperatorHono>(async (c, next) => {
  const { stores } = c.var.operator
  const { path } = c.req
  if (stores === undefined || own.has(path)) return next()
  const [, orderId] = /^\/operator\/orders\/([^/]+)/.exec(path) ?? []
  let storeCode: string | undefined
  if (listsByStore.has(path)) storeCode = c.req.query('storeCode')
  else if (orderId !== undefined && isOrderId(orderId)) {
    storeCode = (await askOrders(() => c.env.OPERATOR_VIEW.find(orderId)))?.storeCode
  }
  if (storeCode !== undefined && stores.includes(storeCode)) return next()
  return errorAnswer(c, { status: 403, error: refusal })
})
