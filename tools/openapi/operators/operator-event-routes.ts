import { eventQuery, newAction, newResend } from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import type { OperatorRoute } from '../shop/checkout-route.ts'
import { endpointAnswers, resendAnswers } from './operator-outcomes.ts'
import { cursor, endpoint, event, eventDetails } from './operator-views.ts'

/** The routes for operators about events and endpoints. */
export const operatorEventRoutes: readonly OperatorRoute[] = [
  {
    name: 'listEvents',
    method: 'get',
    path: '/operator/events',
    summary: 'Lists the events for webhook endpoints, newest first, in pages.',
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
      'Sends an event again, with the same bytes and the present keys. No failed delivery is counted.',
    body: newAction,
    outcomes: resendAnswers,
    done: { status: 200 },
    others: {
      404: 'There is no event with this key.',
      409: 'The event is due already, or no endpoint has subscribed to it.',
    },
  },
  {
    name: 'resendEvents',
    method: 'post',
    path: '/operator/events/resend',
    summary:
      'Sends the events that match a filter again, at most 50 in one request. Without a state in the filter, dead events are sent.',
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
    summary: 'Lists the webhook endpoints, each with the number of its waiting and dead events.',
    done: {
      status: 200,
      schema: v.object({
        /** Endpoints that are configured or have events. */
        endpoints: v.array(endpoint),
      }),
    },
    others: {},
  },
  ...(['pause', 'resume'] as const).map((step): OperatorRoute => ({
    name: `${step}Endpoint`,
    method: 'post',
    path: `/operator/endpoints/{id}/${step}`,
    summary:
      step === 'pause'
        ? 'Pauses an endpoint: its events wait in order, and no failed delivery is counted.'
        : 'Resumes a paused endpoint: its waiting events are sent.',
    body: newAction,
    outcomes: endpointAnswers[step],
    done: { status: 200 },
    others: { 404: 'There is no endpoint with this id.' },
  })),
]
