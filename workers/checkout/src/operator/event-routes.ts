import type { EndpointOutcome, ResendOutcome } from '@merchant-edge/orders/api'
import { orderRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { readJson, requireNoFields } from '../api/read-json.ts'
import { pageFields, readQuery } from '../api/read-query.ts'
import { fieldProblem, patternSchema } from '../api/rule-schema.ts'
import type { OperatorHono } from './access/require-operator.ts'
import { actionReason, asOperator, newAction } from './access/staff-action.ts'

// The body of a resend has these fields besides a reason, so that no type of the order store
// describes them.
const eventFields = {
  state: v.exactOptional(
    v.pipe(
      v.picklist(
        ['waiting', 'delivered', 'dead', 'unwanted'],
        'must be waiting, delivered, dead or unwanted',
      ),
      v.description('State of the delivery to the endpoint.'),
    ),
  ),
  endpoint: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(
        /^[\x21-\x7E]{1,64}$/,
        'must be the id of an endpoint, 1 to 64 printable ASCII characters without spaces',
      ),
      v.description(
        'Id of the endpoint that receives the event, one of `GET /operator/endpoints`.',
      ),
    ),
  ),
  orderId: v.exactOptional(
    v.pipe(patternSchema(orderRules.id), v.description('Id of the order that the event is about.')),
  ),
  type: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z_.]{1,64}$/, 'must be a type such as order.paid'),
      v.description('Type of the event, such as `order.paid`.'),
    ),
  ),
}

/** The query of `GET /operator/events`. */
export const eventQuery = v.strictObject({ ...eventFields, ...pageFields })

/** The body of `POST /operator/events/resend`. */
export const newResend = v.strictObject(
  {
    ...eventFields,
    cursor: pageFields.cursor,
    reason: actionReason,
  },
  fieldProblem,
)

const eventNotFound = {
  reason: 'event_not_found',
  message: 'There is no event with this key.',
  remedy: 'Look its key up with GET /operator/events.',
}

function answerResend(c: Context, outcome: ResendOutcome): Response {
  if (outcome.outcome === 'resent') return c.json(outcome)
  if (outcome.outcome === 'not_found') return errorAnswer(c, { status: 404, error: eventNotFound })
  return errorAnswer(c, {
    status: 409,
    ...outcome,
    error: {
      reason: 'event_unchanged',
      message: 'The event is due already, or no endpoint wanted it; nothing changed.',
      remedy: 'Look at its state, and at its endpoint with GET /operator/endpoints.',
    },
  })
}

function answerEndpoint(c: Context, outcome: EndpointOutcome): Response {
  if (outcome.outcome !== 'not_found') return c.json(outcome)
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'endpoint_not_found',
      message: 'There is no endpoint with this id.',
      remedy: 'Look its id up with GET /operator/endpoints.',
    },
  })
}

/**
 * Events and endpoints for an operator: read them, resend one event or those of a filter, pause and
 * resume an endpoint.
 */
export function eventRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/events', async (c) => {
    const filter = readQuery(c, eventQuery)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listEvents(filter)))
  })
  routes.all('/events', () => methodRefused('GET'))
  routes.post('/events/resend', async (c) => {
    const { reason, ...filter } = await readJson(c, newResend)
    const action = asOperator(c, { reason })
    return c.json(await callOrders(() => c.env.OPERATOR_MONEY.resendEvents(filter, action)))
  })
  routes.all('/events/resend', () => methodRefused('POST'))
  routes.get('/events/:key', async (c) => {
    await requireNoFields(c)
    const event = await callOrders(() => c.env.OPERATOR_VIEW.findEvent(c.req.param('key')))
    return event === null ? errorAnswer(c, { status: 404, error: eventNotFound }) : c.json(event)
  })
  routes.all('/events/:key', () => methodRefused('GET'))
  routes.post('/events/:key/resend', async (c) => {
    const action = asOperator(c, await readJson(c, newAction))
    const key = c.req.param('key')
    return answerResend(c, await callOrders(() => c.env.OPERATOR_MONEY.resendEvent(key, action)))
  })
  routes.all('/events/:key/resend', () => methodRefused('POST'))
  routes.get('/endpoints', async (c) => {
    await requireNoFields(c)
    return c.json({ endpoints: await callOrders(() => c.env.OPERATOR_VIEW.listEndpoints()) })
  })
  routes.all('/endpoints', () => methodRefused('GET'))
  for (const [step, call] of [
    ['pause', 'pauseEndpoint'],
    ['resume', 'resumeEndpoint'],
  ] as const) {
    routes.post(`/endpoints/:id/${step}`, async (c) => {
      const action = asOperator(c, await readJson(c, newAction))
      const id = c.req.param('id')
      return answerEndpoint(c, await callOrders(() => c.env.OPERATOR_MONEY[call](id, action)))
    })
    routes.all(`/endpoints/:id/${step}`, () => methodRefused('POST'))
  }
  return routes
}
