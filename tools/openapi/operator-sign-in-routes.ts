import { newSignIn } from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import type { OperatorRoute } from './checkout-route.ts'
import { operator } from './operator-views.ts'

/** The routes for the sign-in of operators on a command line. */
export const operatorSignInRoutes: readonly OperatorRoute[] = [
  {
    name: 'signInOperator',
    method: 'post',
    path: '/operator/sign-ins',
    summary:
      'Redeems what an operator has approved at the desk for a token of an hour. The code comes through the browser, the verifier is what its challenge was made of; no bearer is sent.',
    isOpen: true,
    body: newSignIn,
    done: { status: 201, schema: v.object({ token: v.string(), operator }) },
    others: { 401: 'The code is wrong, too old, or was used before.' },
  },
  {
    name: 'signOutOperator',
    method: 'post',
    path: '/operator/sign-out',
    summary: 'Ends the sign-in whose token is sent, for either role.',
    done: { status: 200, schema: v.object({ outcome: v.literal('signed_out') }) },
    others: { 409: 'The token stands in OPERATORS, and no sign-in belongs to it.' },
  },
]
