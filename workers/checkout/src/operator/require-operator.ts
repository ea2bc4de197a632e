import { createMiddleware } from 'hono/factory'
import { errorAnswer } from '../api/api-error.ts'
import { refuseCaller } from '../api/refuse-caller.ts'
import { bearerOf } from '../api/secret-digest.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { findOperator, type Operator } from './operators.ts'

/** What the routes of the operator's API work with: the bindings, and who asks. */
export interface OperatorHono {
  Bindings: CheckoutEnv
  Variables: {
    /** Whose token the request has. */
    operator: Operator
  }
}

/**
 * Lets a request pass with the token of an operator only: 401 without one, 403 when the role `view` asks for anything
 * but a look.
 *
 * @throws ConfigurationError when no operators are configured
 */
export const requireOperator = createMiddleware<OperatorHono>(async (c, next) => {
  const given = bearerOf(c.req.header('authorization'))
  const operator = await findOperator(c.env.OPERATORS, given ?? '')
  if (operator === undefined) {
    const isMissing = c.req.header('authorization') === undefined
    return refuseCaller(c, {
      code: isMissing ? 'operator_token_missing' : 'operator_token_wrong',
      message: 'The token of an operator is missing or wrong.',
      remedy:
        'Send the header Authorization: Bearer with your token; the secret of the shop is no token of an operator.',
    })
  }
  const looksOnly = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!looksOnly && operator.role !== 'money') {
    c.var.securityLog('operator_role_missing', { operator: operator.name })
    return errorAnswer(c, {
      status: 403,
      error: {
        reason: 'role_missing',
        message: `This needs the role "money"; the operator ${operator.name} has the role "${operator.role}".`,
        remedy: 'Ask somebody with the role "money", or have the role changed in OPERATORS.',
      },
    })
  }
  c.set('operator', operator)
  c.var.securityLog('operator_let_in', { operator: operator.name })
  return next()
})
