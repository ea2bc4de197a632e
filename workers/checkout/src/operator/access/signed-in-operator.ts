import type { SignInView } from '@merchant-edge/orders/operators'
import { callOrders } from '../../api/api-error.ts'
import { hexDigestOf } from '../../api/secret-digest.ts'
import type { CheckoutEnv } from '../../checkout-env.ts'

const tokenShape = /^mes_[\w-]{43}$/
const tokenBytes = 32

/**
 * Creates the token of a sign-in: 256 random bits, with a prefix that distinguishes it from a token
 * of OPERATORS.
 */
export function newToken(randomBytes: (count: number) => Uint8Array): string {
  const base64 = btoa(String.fromCodePoint(...randomBytes(tokenBytes)))
  return `mes_${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Whether a text has the form of the token of a sign-in. */
export function isSignInToken(token: string): boolean {
  return tokenShape.test(token)
}

/**
 * Finds the sign-in of a token.
 *
 * @returns `undefined` when there is none, or it has ended
 * @throws ApiFailure when the order store cannot be reached
 */
export async function findSignedIn(
  env: Pick<CheckoutEnv, 'OPERATOR_SIGN_INS'>,
  token: string,
): Promise<SignInView | undefined> {
  const digest = await hexDigestOf(token)
  return (await callOrders(() => env.OPERATOR_SIGN_INS.findSignIn(digest))) ?? undefined
}
