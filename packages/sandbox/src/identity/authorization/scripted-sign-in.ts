import { findWallet } from '../../wallets/wallets.ts'
import type { IdentityServer } from '../identity-server.ts'
import { startSession } from '../login-sessions.ts'
import { opaqueToken } from '../opaque-token.ts'
import { grantAuthorization } from './continue-authorization.ts'
import { openAuthorization } from './start-authorization.ts'

/** Outcome of a sign-in without pages. */
export type ScriptedSignIn =
  | {
      readonly outcome: 'signed_in' | 'refused'
      /** Where the browser goes next: to the client, with a code or an error. */
      readonly location: string
      /** Id of the new session; absent when the request was refused. */
      readonly sid?: string
    }
  | { readonly outcome: 'wallet_not_found' }

/**
 * Signs a customer in and consents without pages, for tests without a browser. The session counts
 * as remembered, so that a logout notifies clients.
 *
 * @param script address of the authorization request, who signs in, and which scopes are granted
 * @throws OAuthError that may not be sent to a redirect URI
 */
export async function signInByScript(
  server: IdentityServer,
  script: {
    readonly url: string
    readonly walletId: string
    readonly scopes?: readonly string[] | undefined
  },
): Promise<ScriptedSignIn> {
  const wallet = await findWallet(server.sandbox.database, script.walletId)
  if (wallet === undefined) return { outcome: 'wallet_not_found' }
  const query = new URL(script.url).searchParams
  const opened = await openAuthorization(server, query, opaqueToken())
  if (opened.outcome === 'refused') return opened
  const { request } = opened
  const { session } = await startSession(server, { walletId: wallet.id, remember: true })
  const scopes = request.parameters.scopes.filter((scope) => script.scopes?.includes(scope) ?? true)
  const step = await grantAuthorization(server, request, { session, scopes })
  if (step?.step !== 'answer')
    throw new Error('A fresh authorization request was answered already.')
  return { outcome: 'signed_in', location: step.location, sid: session.sid }
}
