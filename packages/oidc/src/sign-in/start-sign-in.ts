import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { requireWhole } from '../relying-party/require-whole.ts'
import { randomText } from '../sealing/opaque-text.ts'
import type { SignInTransaction } from './transaction.ts'

/**
 * What may differ from sign-in to sign-in: the address to return to, and the parameters of its
 * authorization request.
 */
export interface SignInRequest {
  /**
   * Address to which the browser returns; it must be registered and is compared character by
   * character.
   */
  readonly redirectUri: string
  /**
   * Scopes, separated by spaces; `openid offline profile` when left out. `openid` is always added.
   */
  readonly scope?: string | undefined
  /** Path of the own origin to go to afterwards; see `readReturnTo`. */
  readonly returnTo?: string | undefined
  /** Which page the server must show; `none` shows no page, and fails when one would be needed. */
  readonly prompt?: 'none' | 'login' | 'consent' | undefined
  /** Maximum age of the login, in whole seconds; with an older one the user must sign in again. */
  readonly maxLoginAgeSeconds?: number | undefined
  /**
   * Requested authentication level, as `acr` values separated by spaces; check `acr` of the
   * identity afterwards.
   */
  readonly acrValues?: string | undefined
  /** Who is expected to sign in, such as a phone number. */
  readonly loginHint?: string | undefined
  /** Languages of the login page, such as `vi en`. */
  readonly uiLocales?: string | undefined
}

/** Where to send the customer, and what to store until they return. */
export interface StartedSignIn {
  /** Address of the login page, with the whole authorization request in its query. */
  readonly url: string
  /** Store it where only this browser or app can access it. */
  readonly transaction: SignInTransaction
}

function withOpenid(scope: string): string {
  const scopes = scope.split(' ').filter((one) => one !== '')
  return scopes.includes('openid') ? scopes.join(' ') : ['openid', ...scopes].join(' ')
}

/**
 * Starts a sign-in with the authorization code flow: PKCE with S256, state and nonce, always.
 *
 * @throws SignOnError when the discovery document cannot be fetched or read
 * @throws TypeError when redirectUri is not a whole address, or maxLoginAgeSeconds not a whole
 *   number
 * @see Specification 4.1 GET /oauth2/auth
 * @example
 * ```ts
 * import {
 *   completeSignIn,
 *   readTransaction,
 *   startSignIn,
 *   type RelyingParty,
 * } from '@merchant-edge/oidc'
 *
 * // A native application: `keep` stores a text on the device, `open` opens the system's browser.
 * export async function begin(
 *   relyingParty: RelyingParty,
 *   device: { keep(text: string): void; open(url: string): void },
 * ): Promise<void> {
 *   const redirectUri = 'com.example.shop:/callback'
 *   const { url, transaction } = await startSignIn(relyingParty, { redirectUri })
 *   device.keep(JSON.stringify(transaction))
 *   device.open(url)
 * }
 *
 * export async function finish(relyingParty: RelyingParty, url: string, kept: string) {
 *   return completeSignIn(relyingParty, { url, transaction: readTransaction(kept) })
 * }
 * ```
 */
export async function startSignIn(
  relyingParty: RelyingParty,
  request: SignInRequest,
): Promise<StartedSignIn> {
  checkArguments('startSignIn', { relyingParty })
  checkOptions('startSignIn', request, {
    redirectUri: 'any',
    scope: 'string',
    returnTo: 'string',
    prompt: ['none', 'login', 'consent'],
    maxLoginAgeSeconds: 'any',
    acrValues: 'string',
    loginHint: 'string',
    uiLocales: 'string',
  })
  const { redirectUri, returnTo, prompt, maxLoginAgeSeconds } = request
  if (!URL.canParse(redirectUri)) {
    throw new TypeError('redirectUri must be a whole address.')
  }
  // JSON stores NaN as null, so the age of the login would not be checked at all.
  if (maxLoginAgeSeconds !== undefined) {
    requireWhole('maxLoginAgeSeconds', maxLoginAgeSeconds, { from: 0 })
  }
  const metadata = await relyingParty.metadata()
  const { acrValues, loginHint, uiLocales } = request
  const transaction: SignInTransaction = {
    state: randomText(),
    nonce: randomText(),
    codeVerifier: generateRandomCodeVerifier(),
    issuer: metadata.issuer,
    redirectUri,
    scope: withOpenid(request.scope ?? 'openid offline profile'),
    startedAt: relyingParty.nowSeconds(),
    sessionId: randomText(),
    ...(returnTo !== undefined && { returnTo }),
    ...(maxLoginAgeSeconds !== undefined && { maxLoginAgeSeconds }),
  }
  const parameters: Record<string, string | undefined> = {
    client_id: relyingParty.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: transaction.scope,
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
    code_challenge_method: 'S256',
    prompt,
    max_age: maxLoginAgeSeconds?.toString(),
    acr_values: acrValues,
    login_hint: loginHint,
    ui_locales: uiLocales,
  }
  const url = new URL(metadata.authorization_endpoint)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return { url: url.href, transaction }
}
