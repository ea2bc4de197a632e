import { newSignIn } from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import type { OperatorRoute } from '../shop/checkout-route.ts'
import { operator } from './operator-views.ts'
import { outcomeOf } from '../shop/outcomes.ts'

/** The routes for the sign-in of operators on a command line. */
export const operatorSignInRoutes: readonly OperatorRoute[] = [
  {
    name: 'signInOperator',
    method: 'post',
    path: '/operator/sign-ins',
    summary:
      'Redeems a sign-in that an operator has approved at the desk for a token that lasts an hour. The code comes through the browser, and the verifier is the one whose challenge the desk received (PKCE). No bearer token is sent.',
    isOpen: true,
    body: newSignIn,
    done: {
      status: 201,
      schema: v.object({
        /** Bearer token of the operator, valid for an hour. */
        token: v.string(),
        /** The operator of the token. */
        operator,
      }),
    },
    others: { 401: 'The code is wrong, expired or used already.' },
  },
  {
    name: 'signOutOperator',
    method: 'post',
    path: '/operator/sign-out',
    summary: 'Ends the sign-in whose token is sent. Allowed for both roles.',
    done: {
      status: 200,
      schema: v.object({ outcome: outcomeOf({ signed_out: 'the token is no longer valid' }) }),
    },
    others: { 409: 'The token is one of OPERATORS and does not come from a sign-in.' },
  },
]
