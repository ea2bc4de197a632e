import type { Operator } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import { errorAnswer } from '../api/api-error.ts'
import { refuseCaller } from '../api/refuse-caller.ts'
import { bearerOf } from '../api/secret-digest.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { KnownOperator } from './operator.ts'
import { findOperator } from './operators.ts'
import { findSignedIn, isSignInToken } from './signed-in-operator.ts'

/** What the routes of the operator's API work with: the bindings, and who asks. */
export interface OperatorHono {
  Bindings: CheckoutEnv
  Variables: {
    /** Whose token the request has. */
    operator: Operator
    /** When the sign-in ends, in seconds since 1970; of a token of OPERATORS `undefined`. */
    signInEnds: number | undefined
  }
}

/** An operator who is known by a token, and when that ends. */
interface Caller extends KnownOperator {
  readonly signInEnds?: number
}

async function callerOf(env: CheckoutEnv, token: string): Promise<Caller | undefined> {
  if (!isSignInToken(token)) return findOperator(env.OPERATORS, token)
  const signIn = await findSignedIn(env, token)
  if (signIn === undefined) return undefined
  const { operator, expiresAt: signInEnds } = signIn
  return { operator, needsSignIn: false, signInEnds }
}

/**
 * Lets a request pass with the token of an operator only: 401 without one; 403 when the role `view` asks for anything but
 * a look, and when a person with the role `money` comes with a token of OPERATORS, which is one factor.
 *
 * @throws ConfigurationError when a token of OPERATORS is to be looked for, and no operators are configured
 */
export const requireOperator = createMiddleware<OperatorHono>(async (c, next) => {
  const given = bearerOf(c.req.header('authorization'))
  const caller = await callerOf(c.env, given ?? '')
  if (caller === undefined) {
    const isMissing = c.req.header('authorization') === undefined
    return refuseCaller(c, {
      code: isMissing ? 'operator_token_missing' : 'operator_token_wrong',
      message: 'The token of an operator is missing, wrong or over.',
      remedy:
        'Sign in with merchant-edge sign-in, or send the header Authorization: Bearer with your token; the secret of the shop is no token of an operator.',
    })
  }
  const { operator, needsSignIn, signInEnds } = caller
  const looksOnly = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!looksOnly && needsSignIn) {
    c.var.securityLog('operator_sign_in_needed', { operator: operator.name })
    return errorAnswer(c, {
      status: 403,
      error: {
        reason: 'sign_in_needed',
        message: `The token of ${operator.name} in OPERATORS is one factor, and only looks.`,
        remedy:
          'Sign in with merchant-edge sign-in, which asks for the second factor at the desk. The token of a program acts when its entry in OPERATORS has "holder":"program".',
      },
    })
  }
  if (!looksOnly && operator.role !== 'money' && c.req.path !== '/operator/sign-out') {
    c.var.securityLog('operator_role_missing', { operator: operator.name })
    return errorAnswer(c, {
      status: 403,
      error: {
        reason: 'role_missing',
        message: `This needs the role "money"; the operator ${operator.name} has the role "${operator.role}".`,
        remedy:
          'Ask somebody with the role "money", or have the role changed where operators are listed.',
      },
    })
  }
  c.set('operator', operator)
  c.set('signInEnds', signInEnds)
  c.var.securityLog('operator_let_in', { operator: operator.name })
  return next()
})
