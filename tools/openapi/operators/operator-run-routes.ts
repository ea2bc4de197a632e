import { newAction } from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import type { OperatorRoute } from '../shop/checkout-route.ts'
import { forceAnswers } from '../shop/shop-outcomes.ts'
import { reconciliation } from '../shop/worker-views.ts'

/** The routes for operators about the reconciliation of the daily files. */
export const operatorRunRoutes: readonly OperatorRoute[] = [
  {
    name: 'listRuns',
    method: 'get',
    path: '/operator/runs',
    summary: 'Lists the newest days with the result of their reconciliation.',
    done: {
      status: 200,
      schema: v.object({
        /** Days with their reconciliation, newest first, at most 100. */
        runs: v.array(reconciliation),
      }),
    },
    others: {},
  },
  {
    name: 'readRun',
    method: 'get',
    path: '/operator/runs/{day}',
    summary: 'Reads the state of the reconciliation of a day.',
    done: { status: 200, schema: reconciliation },
    others: { 404: 'There is no reconciliation of this day.' },
  },
  {
    name: 'forceRun',
    method: 'post',
    path: '/operator/runs/{day}/force',
    summary: 'Forces a comparison that was stopped, with the same two files.',
    body: newAction,
    outcomes: forceAnswers,
    done: { status: 200 },
    others: {
      202: 'The comparison starts within a minute: read the day, or send the request again.',
      404: 'There is no reconciliation of this day, or it was not stopped.',
      409: 'The comparison is running, its files have changed, or it was stopped for a reason that force does not override.',
    },
  },
]
