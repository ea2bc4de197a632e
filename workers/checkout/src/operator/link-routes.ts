import { customerRules, orderRules } from '@merchant-edge/orders/rules'
import { allLinkStates } from '@merchant-edge/orders/states'
import { Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, methodRefused } from '../api/api-error.ts'
import { requireNoFields } from '../api/read-json.ts'
import { oneOf, pageFields, readQuery } from '../api/read-query.ts'
import { patternSchema } from '../api/rule-schema.ts'
import { linkNotFound } from './access/not-found.ts'
import type { OperatorHono } from './access/require-operator.ts'

/** The query of `GET /operator/links`. */
export const linkQuery = v.strictObject({
  state: v.exactOptional(oneOf(allLinkStates)),
  customerId: v.exactOptional(patternSchema(customerRules.id)),
  ...pageFields,
})

/** Linked wallets for an operator: list them in pages, read one with its calls to the service. */
export function linkRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/links', async (c) => {
    const filter = readQuery(c, linkQuery)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listLinks(filter)))
  })
  routes.all('/links', () => methodRefused('GET'))
  routes.get('/links/:id', async (c) => {
    const id = c.req.param('id')
    await requireNoFields(c)
    // Our references have the characters and the length of the shop's own ids.
    if (!orderRules.id.pattern.test(id)) return linkNotFound(c)
    const [link, serviceCalls] = await Promise.all([
      callOrders(() => c.env.OPERATOR_VIEW.findLinkById(id)),
      callOrders(() => c.env.OPERATOR_VIEW.listServiceCalls('link', id)),
    ])
    return link === null ? linkNotFound(c) : c.json({ ...link, serviceCalls })
  })
  routes.all('/links/:id', () => methodRefused('GET'))
  return routes
}
