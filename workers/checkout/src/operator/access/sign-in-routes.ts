import { Hono } from 'hono'
import * as v from 'valibot'
import { answerApiFailure, callOrders, errorAnswer, methodRefused } from '../../api/api-error.ts'
import { readJson, requireNoFields } from '../../api/read-json.ts'
import { refuseCaller } from '../../api/refuse-caller.ts'
import { fieldProblem } from '../../api/rule-schema.ts'
import { bearerOf, hexDigestOf } from '../../api/secret-digest.ts'
import type { CheckoutEnv } from '../../checkout-env.ts'
import type { OperatorHono } from './require-operator.ts'
import { isSignInToken, newToken } from './signed-in-operator.ts'

function secretText(what: string, description: string) {
  const demand = `must be ${what}, 43 characters of A-Z a-z 0-9 _ -`
  return v.pipe(v.string(demand), v.regex(/^[\w-]{43}$/, demand), v.description(description))
}

/** The body of `POST /operator/sign-ins`. */
export const newSignIn = v.strictObject(
  {
    code: secretText(
      'the code that came back through the browser',
      'Code that the desk sent back through the browser; it can be redeemed once, within a minute.',
    ),
    verifier: secretText(
      'what the challenge was made of',
      'Secret of the command line, whose SHA-256 is the challenge that was approved.',
    ),
  },
  fieldProblem,
)

/**
 * Redeems the code of an approval at the desk for a token that is valid for an hour. The request
 * has no bearer token: code and verifier authenticate it. 201 with the token, 401 for a code that
 * cannot be redeemed.
 *
 * @param randomBytes source of random bytes
 */
export function signInRoutes(
  randomBytes: (count: number) => Uint8Array,
): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.post('/sign-ins', async (c) => {
    const { code, verifier } = await readJson(c, newSignIn)
    const token = newToken(randomBytes)
    const redemption = {
      codeSha256: await hexDigestOf(code),
      challenge: await hexDigestOf(verifier),
      tokenSha256: await hexDigestOf(token),
    }
    const signIn = await callOrders(() => c.env.OPERATOR_SIGN_INS.redeemCode(redemption))
    if (signIn === null) {
      return refuseCaller(c, {
        code: 'sign_in_code_wrong',
        message: 'The code is wrong, too old, or was used before.',
        remedy:
          'Start again with merchant-edge sign-in; a sign-in whose code was used twice is over.',
      })
    }
    const { operator, expiresAt } = signIn
    c.var.securityLog('operator_signed_in', { operator: operator.name })
    return c.json({ token, operator: { ...operator, expiresAt } }, 201)
  })
  routes.all('/sign-ins', () => methodRefused('POST'))
  routes.onError(answerApiFailure)
  return routes
}

/**
 * Ends the sign-in of the request's token: 200, or 409 for a token of OPERATORS, which is not a
 * sign-in.
 */
export function signOutRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.post('/sign-out', async (c) => {
    await requireNoFields(c)
    const token = bearerOf(c.req.header('authorization')) ?? ''
    if (!isSignInToken(token)) {
      return errorAnswer(c, {
        status: 409,
        error: {
          reason: 'no_sign_in',
          message: 'This token stands in OPERATORS, and no sign-in belongs to it.',
          remedy: 'To take it away, set OPERATORS again without its entry.',
        },
      })
    }
    const digest = await hexDigestOf(token)
    await callOrders(() => c.env.OPERATOR_SIGN_INS.signOut(digest))
    return c.json({ outcome: 'signed_out' })
  })
  routes.all('/sign-out', () => methodRefused('POST'))
  return routes
}
