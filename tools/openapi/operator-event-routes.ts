import { eventQuery, newAction, newResend } from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import { known, type OperatorRoute } from './checkout-route.ts'
import { cursor, endpoint, event, eventDetails } from './operator-views.ts'

/** The routes for operators about events and endpoints. */
export const operatorEventRoutes: readonly OperatorRoute[] = [
  {
    name: 'listEvents',
    method: 'get',
    path: '/operator/events',
    summary: 'Lists events for endpoints, newest first, in pages.',
    query: eventQuery,
    done: { status: 200, schema: v.object({ events: v.array(event), cursor }) },
    others: {},
  },
  {
    name: 'readEvent',
    method: 'get',
    path: '/operator/events/{key}',
    summary: 'Reads an event with its body and its newest 20 deliveries.',
    done: { status: 200, schema: eventDetails },
    others: { 404: 'There is no event with this key.' },
  },
  {
    name: 'resendEvent',
    method: 'post',
    path: '/operator/events/{key}/resend',
    summary:
      'Sends an event again, with the same bytes and the present keys; it counts no failure.',
    body: newAction,
    done: { status: 200, schema: known({ event }) },
    others: {
      404: 'There is no event with this key.',
      409: 'It is due already, or no endpoint wanted it.',
    },
  },
  {
    name: 'resendEvents',
    method: 'post',
    path: '/operator/events/resend',
    summary:
      'Sends the events of a filter again, at most 50 at a time: the dead ones, unless the filter says otherwise.',
    body: newResend,
    done: {
      status: 200,
      schema: v.object({ resent: v.number(), unchanged: v.number(), cursor }),
    },
    others: {},
  },
  {
    name: 'listEndpoints',
    method: 'get',
    path: '/operator/endpoints',
    summary: 'Lists the endpoints of webhooks, and what waits for each.',
    done: { status: 200, schema: v.object({ endpoints: v.array(endpoint) }) },
    others: {},
  },
  ...(['pause', 'resume'] as const).map((step): OperatorRoute => ({
    name: `${step}Endpoint`,
    method: 'post',
    path: `/operator/endpoints/{id}/${step}`,
    summary:
      step === 'pause'
        ? 'Pauses an endpoint: its events wait, in order, and count no failure.'
        : 'Resumes a paused endpoint: what has waited for it is due.',
    body: newAction,
    done: { status: 200, schema: known({ endpoint }) },
    others: { 404: 'There is no endpoint with this id.' },
  })),
]
