import type { Operator } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import { errorAnswer } from '../../api/api-error.ts'
import { refuseCaller } from '../../api/refuse-caller.ts'
import { bearerOf } from '../../api/secret-digest.ts'
import type { CheckoutEnv } from '../../checkout-env.ts'
import { findOperator, type KnownOperator } from './operators.ts'
import { findSignedIn, isSignInToken } from './signed-in-operator.ts'

/** Context of the routes of the operator API: the bindings and the caller. */
export interface OperatorHono {
  Bindings: CheckoutEnv
  Variables: {
    /** The operator of the token. */
    operator: Operator
    /** When the sign-in expires, in seconds since 1970; `undefined` for a token of OPERATORS. */
    signInEnds: number | undefined
  }
}

/** An operator authenticated by a token, and when it expires. */
interface Caller extends KnownOperator {
  readonly signInEnds?: number
}

async function callerOf(env: CheckoutEnv, token: string): Promise<Caller | undefined> {
  if (!isSignInToken(token)) return findOperator(env, token)
  const signIn = await findSignedIn(env, token)
  if (signIn === undefined) return undefined
  const { operator, expiresAt: signInEnds } = signIn
  return { operator, needsSignIn: false, signInEnds }
}

/**
 * Allows a request only with the token of an operator: 401 without one; 403 when the role `view`
 * requests an action, and when a person with the role `money` uses a token of OPERATORS for an
 * action, because it is only a single factor.
 *
 * @throws ConfigurationError when a token of OPERATORS must be checked, and no operators are
 *   configured
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
        'Sign in with merchant-edge sign-in; a program sends its token as Authorization: Bearer. The secret of the shop is no token of an operator.',
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
