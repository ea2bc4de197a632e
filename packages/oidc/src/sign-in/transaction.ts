import { SignOnError } from '../failure/sign-on-error.ts'
import { integerOf, parseFields, requiredTextOf, textOf } from '../json-fields.ts'

/**
 * A running sign-in: plain data, to be stored where only the browser or app that started it can
 * access it. It is secret, because it contains the code verifier.
 */
export interface SignInTransaction {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly issuer: string
  readonly redirectUri: string
  /** Requested scopes, separated by spaces, `openid` among them. */
  readonly scope: string
  /** When it was started, in seconds since 1970; it expires 30 minutes later. */
  readonly startedAt: number
  /** Id of the session that this sign-in will create. */
  readonly sessionId: string
  /** Path of the own origin to go to afterwards. */
  readonly returnTo?: string
  readonly maxLoginAgeSeconds?: number
}

/**
 * How long a sign-in may take, in seconds; the server's login page is valid as long. Assumes G-76.
 */
export const transactionSeconds = 1800

/**
 * Reads a transaction that was kept as JSON.
 *
 * @throws SignOnError `transaction_missing` when the text is not a transaction
 */
export function readTransaction(json: string): SignInTransaction {
  try {
    const fields = parseFields(json) ?? {}
    const returnTo = textOf(fields, 'returnTo')
    const maxLoginAgeSeconds = integerOf(fields, 'maxLoginAgeSeconds')
    return {
      state: requiredTextOf(fields, 'state'),
      nonce: requiredTextOf(fields, 'nonce'),
      codeVerifier: requiredTextOf(fields, 'codeVerifier'),
      issuer: requiredTextOf(fields, 'issuer'),
      redirectUri: requiredTextOf(fields, 'redirectUri'),
      scope: requiredTextOf(fields, 'scope'),
      startedAt: integerOf(fields, 'startedAt') ?? 0,
      sessionId: requiredTextOf(fields, 'sessionId'),
      ...(returnTo !== undefined && { returnTo }),
      ...(maxLoginAgeSeconds !== undefined && { maxLoginAgeSeconds }),
    }
  } catch {
    throw new SignOnError('transaction_missing')
  }
}
