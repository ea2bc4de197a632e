import { and, eq, isNull } from 'drizzle-orm'
import { mustHaveChangedOne } from '../../database/run-atomically.ts'
import type { IdentityClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'
import { invalidGrant, OAuthError } from '../oauth-error.ts'
import { digestOf } from '../opaque-token.ts'
import type { OAuthForm } from '../read-form.ts'
import { identityCodes } from '../tables.ts'
import { findGrant, issueTokens, revokeGrant, type Grant, type TokenResponse } from './grants.ts'

type CodeRow = typeof identityCodes.$inferSelect

interface Exchange {
  readonly code: CodeRow
  readonly grant: Grant
}

async function readCode(
  server: IdentityServer,
  client: IdentityClient,
  form: OAuthForm,
): Promise<Exchange> {
  const { database, clock } = server.sandbox
  if (form['code'] === undefined || form['code'] === '') {
    throw new OAuthError('invalid_request', 'code is missing.')
  }
  const [code] = await database
    .select()
    .from(identityCodes)
    .where(eq(identityCodes.codeHash, await digestOf(form['code'])))
  const grant = code && (await findGrant(database, code.grantId))
  if (code === undefined || grant === undefined) throw invalidGrant('There is no such code.')
  if (code.usedAt !== null) {
    await revokeGrant(server, code.grantId)
    throw invalidGrant('The code was used before: every token that came of it is revoked.')
  }
  if (grant.clientId !== client.clientId) throw invalidGrant('The code is of another client.')
  if (grant.revokedAt !== null) throw invalidGrant('The grant is revoked.')
  if (code.expiresAt <= clock.nowSeconds()) throw invalidGrant('The code has expired.')
  if (code.redirectUri !== null && code.redirectUri !== (form['redirect_uri'] ?? '')) {
    throw invalidGrant('redirect_uri differs from that of the authorization request.')
  }
  return { code, grant }
}

async function problemWithVerifier(code: CodeRow, verifier: string): Promise<string | undefined> {
  if (code.codeChallenge === null) {
    return verifier === ''
      ? undefined
      : 'There is a code_verifier, but there was no code_challenge.'
  }
  if (verifier === '') return 'code_verifier is missing.'
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    return 'code_verifier must be 43 to 128 of A-Z a-z 0-9 - . _ ~.'
  }
  return (await digestOf(verifier)) === code.codeChallenge
    ? undefined
    : 'The SHA-256 of code_verifier in base64url is not the code_challenge.'
}

/**
 * Exchanges a code for tokens. A code works once; its second use revokes the tokens of the first,
 * and a wrong code_verifier uses it up.
 *
 * @throws OAuthError
 * @see Specification 4.1, 5.5
 */
export async function exchangeCode(
  server: IdentityServer,
  client: IdentityClient,
  form: OAuthForm,
): Promise<TokenResponse> {
  const { database, clock } = server.sandbox
  const { code, grant } = await readCode(server, client, form)
  const take = database
    .update(identityCodes)
    .set({ usedAt: clock.nowSeconds() })
    .where(and(eq(identityCodes.codeHash, code.codeHash), isNull(identityCodes.usedAt)))
  const problem = await problemWithVerifier(code, form['code_verifier'] ?? '')
  if (problem !== undefined) {
    await take
    throw invalidGrant(`${problem} The code is used up.`)
  }
  if (server.options.wantsEntropy && grant.nonce !== null && grant.nonce.length < 8) {
    throw new OAuthError('insufficient_entropy', 'The nonce has less than 8 characters.')
  }
  const tokens = await issueTokens(server, grant, {
    statements: [take, mustHaveChangedOne(database)],
    isRefresh: false,
  })
  if (typeof tokens === 'object') return tokens
  if (tokens === 'revoked') throw invalidGrant('The grant is revoked.')
  await revokeGrant(server, code.grantId)
  throw invalidGrant('The code was used twice at the same time: every token of it is revoked.')
}
