import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { identityLogouts } from '../tables.ts'
import { withQuery } from '../authorization/authorization-answer.ts'
import { findClient } from '../clients/clients.ts'
import { takeFaults } from '../faults/fault-switches.ts'
import type { IdentityServer } from '../identity-server.ts'
import { OAuthError } from '../oauth-error.ts'
import { digestOf, opaqueToken } from '../opaque-token.ts'
import { singleFields } from '../read-form.ts'
import { readOwnJwt } from '../signing-keys.ts'

/** Keeps a request to sign out until the customer has confirmed it; returns its challenge. */
export async function openLogout(
  server: IdentityServer,
  browser: string,
  sid: string,
): Promise<string> {
  const { database, clock } = server.sandbox
  const challenge = opaqueToken()
  await database.insert(identityLogouts).values({
    challenge,
    browserHash: await digestOf(browser),
    sid,
    requestedAt: clock.nowSeconds(),
  })
  return challenge
}

/** Session of a request to sign out that still waits in this browser; `undefined` otherwise. */
export async function findLogout(
  server: IdentityServer,
  challenge: string,
  browser: string,
): Promise<string | undefined> {
  const { database, clock } = server.sandbox
  const [row] = await database
    .select()
    .from(identityLogouts)
    .where(and(eq(identityLogouts.challenge, challenge), isNull(identityLogouts.answeredAt)))
  if (row === undefined || row.browserHash !== (await digestOf(browser))) return undefined
  const isOver = row.requestedAt + server.rules.requestSeconds <= clock.nowSeconds()
  return isOver ? undefined : row.sid
}

/** Marks a request to sign out as answered. */
export async function closeLogout(server: IdentityServer, challenge: string): Promise<void> {
  const { database, clock } = server.sandbox
  await database
    .update(identityLogouts)
    .set({ answeredAt: clock.nowSeconds() })
    .where(eq(identityLogouts.challenge, challenge))
}

/** A checked request to sign out. */
export interface ReadLogout {
  /** Session that the hint names; `undefined` without a hint. */
  readonly sid: string | undefined
  /** Where the browser goes afterwards. */
  readonly location: string
}

const hintClaims = v.looseObject({
  iss: v.string(),
  sub: v.string(),
  sid: v.string(),
  iat: v.number(),
  aud: v.pipe(v.array(v.string()), v.minLength(1)),
})

function invalid(hint: string): OAuthError {
  return new OAuthError('invalid_request', hint)
}

async function readHint(server: IdentityServer, hint: string) {
  const jwt = await readOwnJwt(server.sandbox.database, hint)
  if (jwt === undefined) throw invalid('id_token_hint is not signed by this server.')
  const parsed = v.safeParse(hintClaims, jwt.claims)
  if (!parsed.success) throw invalid('id_token_hint must have iss, sub, sid, iat and aud.')
  if (parsed.output.iss !== server.issuer) throw invalid('id_token_hint is of another issuer.')
  return parsed.output
}

/**
 * The state for the query of the return address: that of the request. Without one, the address may
 * have a state of its own, which stays.
 */
function stateToReturn(
  server: IdentityServer,
  request: { readonly uri: string; readonly state: string | undefined },
): string | undefined {
  const sent = request.state ?? (server.options.appendsEmptyState ? '' : undefined)
  const hasOwn = new URL(request.uri).searchParams.has('state')
  return sent === '' && hasOwn ? undefined : sent
}

async function returnAddress(
  server: IdentityServer,
  audience: readonly string[],
  request: { readonly uri: string; readonly state: string | undefined },
): Promise<string> {
  const { database } = server.sandbox
  const clients = await Promise.all(audience.map((id) => findClient(database, id)))
  const client = clients.find((found) => found?.postLogoutRedirectUris.includes(request.uri))
  if (client === undefined) {
    throw invalid('post_logout_redirect_uri is none of those that the client is registered with.')
  }
  const faults = await takeFaults(database, 'post_logout', client.clientId)
  if (faults.includes('oidcc-client-test-rp-init-logout-no-state')) return request.uri
  const isOther = faults.includes('oidcc-client-test-rp-init-logout-other-state')
  const state = isOther ? 'another-state' : stateToReturn(server, request)
  return withQuery(request.uri, { state })
}

/**
 * Reads a request to sign out. `id_token_hint` is required when `state` or
 * `post_logout_redirect_uri` is sent; the hint may have expired. Assumes G-20.
 *
 * @param signedOut where the browser goes when the request names no redirect URI
 * @throws OAuthError
 * @see Specification 4.1
 */
export async function readLogout(
  server: IdentityServer,
  query: URLSearchParams,
  signedOut: string,
): Promise<ReadLogout> {
  const form = singleFields(query.entries())
  const { id_token_hint: hint = '', post_logout_redirect_uri: uri = '', state } = form
  if (hint === '') {
    if (uri !== '' || (state ?? '') !== '') {
      throw invalid('id_token_hint is missing, but state or post_logout_redirect_uri is there.')
    }
    return { sid: undefined, location: signedOut }
  }
  const { sid, aud } = await readHint(server, hint)
  const location = uri === '' ? signedOut : await returnAddress(server, aud, { uri, state })
  return { sid, location }
}
