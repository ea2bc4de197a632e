import { lt } from 'drizzle-orm'
import * as v from 'valibot'
import { identityAssertions } from '../tables.ts'
import type { IdentityServer } from '../identity-server.ts'
import { readJwt, type ReadJwt } from '../jwt.ts'
import { OAuthError } from '../oauth-error.ts'
import { type IdentityClient, findClient } from './clients.ts'

/**
 * Verifies a JWT that a client signed with RS256 and one of its registered keys, found by `kid`;
 * `undefined` when it does not verify.
 */
async function verifyClientJwt(client: IdentityClient, text: string): Promise<ReadJwt | undefined> {
  const jwt = readJwt(text)
  const { alg, kid } = jwt?.header ?? {}
  const jwk = client.jwks?.keys.find((key) => key.kid === kid)
  if (jwt === undefined || jwk === undefined || alg !== 'RS256') return undefined
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const { n, e } = jwk
  const signed = new TextEncoder().encode(jwt.signedText)
  try {
    const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, algorithm, false, [
      'verify',
    ])
    return (await crypto.subtle.verify(algorithm.name, key, jwt.signature, signed))
      ? jwt
      : undefined
  } catch {
    return undefined
  }
}

const assertionClaims = v.looseObject({
  iss: v.string(),
  sub: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  jti: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  exp: v.number(),
})

function refused(hint: string): OAuthError {
  return new OAuthError('invalid_client', hint)
}

function hasOurAudience(server: IdentityServer, aud: string | readonly string[]): boolean {
  const audiences = typeof aud === 'string' ? [aud] : aud
  const { takesIssuerAudience } = server.options
  return audiences.some(
    (audience) =>
      audience === server.urlOf('/oauth2/token') ||
      (takesIssuerAudience && audience === server.issuer),
  )
}

async function useOnce(
  server: IdentityServer,
  clientId: string,
  claims: v.InferOutput<typeof assertionClaims>,
) {
  const { database, clock } = server.sandbox
  await database
    .delete(identityAssertions)
    .where(lt(identityAssertions.expiresAt, clock.nowSeconds()))
  const [first] = await database
    .insert(identityAssertions)
    .values({ clientId, jti: claims.jti, expiresAt: Math.ceil(claims.exp) })
    .onConflictDoNothing()
    .returning()
  if (first === undefined) throw refused('The jti of the assertion was used before.')
}

/**
 * Checks a client assertion: RS256, a registered key, the address of the token endpoint as its
 * audience, not expired, never used.
 *
 * @param clientId of the body; empty when the body names none
 * @throws OAuthError `invalid_client`
 * @see RFC 7523, section 3
 */
export async function checkAssertion(
  server: IdentityServer,
  assertion: string,
  clientId: string,
): Promise<IdentityClient> {
  const parsed = v.safeParse(assertionClaims, readJwt(assertion)?.claims)
  if (!parsed.success) {
    throw refused('The assertion must be a JWT with iss, sub, aud, jti and exp.')
  }
  const claims = parsed.output
  const client = await findClient(server.sandbox.database, claims.sub)
  if (client === undefined || claims.iss !== claims.sub) {
    throw refused('iss and sub of the assertion must be the client_id.')
  }
  if (clientId !== '' && clientId !== claims.sub) {
    throw refused('client_id is not the sub of the assertion.')
  }
  if (client.tokenEndpointAuthMethod !== 'private_key_jwt') {
    throw refused(`The client is registered for ${client.tokenEndpointAuthMethod}.`)
  }
  if ((await verifyClientJwt(client, assertion)) === undefined) {
    throw refused('The assertion is not signed with RS256 by a registered key that its kid names.')
  }
  if (!hasOurAudience(server, claims.aud)) {
    throw refused(`aud of the assertion must be ${server.urlOf('/oauth2/token')}.`)
  }
  if (claims.exp <= server.sandbox.clock.nowSeconds()) {
    throw refused('The assertion has expired by the clock of the sandbox.')
  }
  await useOnce(server, client.clientId, claims)
  return client
}
