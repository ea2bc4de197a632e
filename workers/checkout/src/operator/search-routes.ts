import { journalPage, listRules } from '@merchant-edge/orders/rules'
import { allRefundStates, allTransferStates } from '@merchant-edge/orders/states'
import { Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, methodRefused } from '../api/api-error.ts'
import { oneOf, pageFields, readQuery, rowsInQuery } from '../api/read-query.ts'
import { patternSchema } from '../api/rule-schema.ts'
import { ofDay, ofStore, orderFields, orderQuery } from '../orders/order-query.ts'
import type { OperatorHono } from './access/require-operator.ts'
import { ownStores } from './access/require-own-store.ts'

/** The query of `GET /operator/orders.csv`. */
export const orderExportQuery = v.strictObject(orderFields)

/** The query of `GET /operator/refunds`. */
export const refundQuery = v.strictObject({
  state: v.exactOptional(oneOf(allRefundStates)),
  ...ofDay,
  ...ofStore,
  ...pageFields,
})

/** The query of `GET /operator/transfers`. */
export const stateQuery = v.strictObject({
  state: v.exactOptional(oneOf(allTransferStates)),
  ...ofDay,
  ...pageFields,
})

/** The query of `GET /operator/callbacks`. */
export const callbackQuery = v.strictObject({
  state: v.exactOptional(v.picklist(['orphan', 'dead'], 'must be orphan or dead')),
  orderId: v.exactOptional(patternSchema(listRules.orderId)),
  ...pageFields,
})

/** The query of `GET /operator/journal/verification`. */
export const verificationQuery = v.strictObject({
  cursor: pageFields.cursor,
  rows: v.exactOptional(rowsInQuery({ ...journalPage, min: 500 })),
})

/** Searches of an operator: lists in pages, orders as CSV, and the verification of the journal. */
export function searchRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/orders', async (c) => {
    const filter = { ...readQuery(c, orderQuery), ...ownStores(c) }
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listOrders(filter)))
  })
  routes.get('/orders.csv', async (c) => {
    const filter = { ...readQuery(c, orderExportQuery), ...ownStores(c) }
    const { body } = await callOrders(() => c.env.OPERATOR_VIEW.exportOrders(filter))
    return c.body(body, 200, {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="orders.csv"',
    })
  })
  routes.get('/refunds', async (c) => {
    const filter = { ...readQuery(c, refundQuery), ...ownStores(c) }
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listRefunds(filter)))
  })
  routes.get('/transfers', async (c) => {
    const filter = readQuery(c, stateQuery)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listTransfers(filter)))
  })
  routes.get('/callbacks', async (c) => {
    const filter = readQuery(c, callbackQuery)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listCallbacks(filter)))
  })
  routes.get('/journal/verification', async (c) => {
    const step = readQuery(c, verificationQuery)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.verifyJournal(step)))
  })
  for (const path of [
    '/orders',
    '/orders.csv',
    '/refunds',
    '/transfers',
    '/callbacks',
    '/journal/verification',
  ]) {
    routes.all(path, () => methodRefused('GET'))
  }
  return routes
}
