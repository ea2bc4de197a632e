import type { LinkOutcome, UnlinkOutcome } from '@merchant-edge/orders/api'
import { customerRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  answerApiFailure,
  type ApiError,
  callOrders,
  errorAnswer,
  methodRefused,
} from '../api/api-error.ts'
import { readJson, requireNoFields } from '../api/read-json.ts'
import { requireBearer } from '../api/require-bearer.ts'
import { fieldProblem, patternSchema } from '../api/rule-schema.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

const customerId = patternSchema(customerRules.id)

/** The body of `POST /links`. */
export const newLink = v.strictObject(
  {
    /** The shop's own id of the customer: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
    customerId,
  },
  fieldProblem,
)

const notLinked: ApiError = {
  reason: 'not_linked',
  message: 'This customer has no linked wallet.',
  remedy: 'Ask for a link with POST /links and lead the customer to its webUrl.',
}

function answerLink(c: Context, outcome: LinkOutcome): Response {
  switch (outcome.outcome) {
    case 'requested':
      return c.json(outcome, 201)
    case 'linked':
      return c.json(outcome, 200)
    case 'unknown':
    case 'busy':
      return c.json({ outcome: outcome.outcome }, 202, { 'retry-after': '5' })
    case 'refused':
      break
  }
  const { reason, remedy } = outcome
  const message = 'The wallet could not be linked.'
  return errorAnswer(c, { status: 422, ...outcome, error: { reason, message, remedy } })
}

function answerUnlink(c: Context, outcome: UnlinkOutcome): Response {
  switch (outcome.outcome) {
    case 'unlinked':
      return c.json(outcome, 200)
    case 'unlinking':
      return c.json(outcome, 202)
    case 'in_use':
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: {
          reason: 'link_in_use',
          message: 'A payment with this wallet is under way.',
          remedy: 'Unlink again when the payment is settled.',
        },
      })
    case 'not_linked':
      break
  }
  return errorAnswer(c, { status: 404, error: notLinked })
}

/**
 * Linked wallets for the shop's backend. `POST /links`: 201 send the customer to `link.webUrl`, 200
 * already linked, 202 retry in a few seconds, 422 refused. `GET /links/{customerId}` first queries
 * the service about a pending link. `DELETE /links/{customerId}`: 200 unlinked, 202 the wallet
 * cannot pay any more and the call to the service is retried, 409 a payment is under way.
 */
export function linkRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.post('/', async (c) => {
    const asked = await readJson(c, newLink)
    const { ORDERS } = c.env
    return answerLink(c, await callOrders(() => ORDERS.linkWallet(asked.customerId)))
  })
  routes.all('/', () => methodRefused('POST'))
  routes.get('/:customerId', async (c) => {
    const id = c.req.param('customerId')
    await requireNoFields(c)
    const { ORDERS } = c.env
    const link = v.is(customerId, id) ? await callOrders(() => ORDERS.findLink(id)) : null
    return link === null ? errorAnswer(c, { status: 404, error: notLinked }) : c.json(link)
  })
  routes.delete('/:customerId', async (c) => {
    const id = c.req.param('customerId')
    await requireNoFields(c)
    const { ORDERS } = c.env
    if (!v.is(customerId, id)) return errorAnswer(c, { status: 404, error: notLinked })
    return answerUnlink(c, await callOrders(() => ORDERS.unlinkWallet(id)))
  })
  routes.all('/:customerId', () => methodRefused('GET, DELETE'))
  routes.onError(answerApiFailure)
  return routes
}
