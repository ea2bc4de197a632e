import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../database/database.ts'
import { mustHold, runAtomically } from '../../database/run-atomically.ts'
import { identityGrants, identityTokens } from '../tables.ts'
import { findClient } from '../clients/clients.ts'
import { takeFaults } from '../faults/fault-switches.ts'
import { signFaultyIdToken, type IdTokenFault } from '../faults/sign-faulty-id-token.ts'
import type { IdentityServer } from '../identity-server.ts'
import { digestOf, leftHashOf, opaqueToken } from '../opaque-token.ts'
import { allowsRefresh } from '../scopes.ts'

/** The scopes that a customer granted to a client in one authorization. */
export interface Grant {
  readonly grantId: string
  readonly clientId: string
  readonly walletId: string
  readonly sid: string
  readonly scopes: readonly string[]
  /** Nonce of the request; null when it had none. */
  readonly nonce: string | null
  /** Instants are unix seconds. */
  readonly authenticatedAt: number
  /** Unix seconds. */
  readonly requestedAt: number
  /** Unix seconds. */
  readonly grantedAt: number
  /** Unix seconds; null while nothing was revoked. */
  readonly revokedAt: number | null
}

/** A token with its grant. */
export interface StoredToken {
  readonly kind: 'access' | 'refresh'
  /** Unix seconds. */
  readonly expiresAt: number
  /** When a newer token replaced it, in unix seconds; null while it is valid. */
  readonly replacedAt: number | null
  readonly grant: Grant
}

/** A grant by its id. */
export async function findGrant(database: Database, grantId: string): Promise<Grant | undefined> {
  const [row] = await database
    .select()
    .from(identityGrants)
    .where(eq(identityGrants.grantId, grantId))
  return row
}

/** The newest grants first. */
export async function listGrants(database: Database): Promise<readonly Grant[]> {
  return database.select().from(identityGrants).orderBy(desc(identityGrants.grantedAt)).limit(200)
}

/** A token by its text. */
export async function findToken(
  database: Database,
  token: string,
): Promise<StoredToken | undefined> {
  const [row] = await database
    .select()
    .from(identityTokens)
    .innerJoin(identityGrants, eq(identityGrants.grantId, identityTokens.grantId))
    .where(eq(identityTokens.tokenHash, await digestOf(token)))
  return row && { ...row.identity_token, grant: row.identity_grant }
}

/** Statement that ends every code and token of a grant. */
function revokeGrantStatement(server: IdentityServer, grantId: string): Statement {
  const { database, clock } = server.sandbox
  return database
    .update(identityGrants)
    .set({ revokedAt: clock.nowSeconds() })
    .where(and(eq(identityGrants.grantId, grantId), isNull(identityGrants.revokedAt)))
}

/** Ends every code and token of a grant. */
export async function revokeGrant(server: IdentityServer, grantId: string): Promise<void> {
  await server.sandbox.database.batch([revokeGrantStatement(server, grantId)])
}

/** Answer of the token endpoint. @see Specification 2.14 */
export interface TokenResponse {
  readonly access_token: string
  /** Seconds. */
  readonly expires_in?: number
  readonly id_token?: string
  readonly refresh_token?: string
  /** Separated by spaces. */
  readonly scope: string
  readonly token_type: string
}

/** The subject is the wallet's user id, as callbacks name it. Assumes G-86. */
async function idTokenOf(
  server: IdentityServer,
  grant: Grant,
  token: { readonly accessToken: string; readonly isRefresh: boolean },
): Promise<string> {
  const { sandbox, options, issuer, rules } = server
  const now = sandbox.clock.nowSeconds()
  const sent = token.isRefresh && options.hasEmptyNonce ? null : grant.nonce
  const faults: readonly IdTokenFault[] = await takeFaults(
    sandbox.database,
    token.isRefresh ? 'refreshed_id_token' : 'id_token',
    grant.clientId,
  )
  const { acr = null, amr = [] } = (await findClient(sandbox.database, grant.clientId)) ?? {}
  const claims = {
    ...(acr !== null && { acr }),
    ...(amr.length > 0 && { amr }),
    at_hash: await leftHashOf(token.accessToken),
    aud: [grant.clientId],
    auth_time: grant.authenticatedAt,
    exp: now + rules.idTokenSeconds,
    iat: now,
    iss: issuer,
    jti: crypto.randomUUID(),
    nonce: sent ?? (options.hasEmptyNonce ? '' : undefined),
    rat: grant.requestedAt,
    sid: grant.sid,
    sub: grant.walletId,
  }
  return signFaultyIdToken(server, claims, faults)
}

/** Statement that rolls the batch back when the grant was revoked after it was read. */
function mustNotBeRevoked(database: Database, grantId: string): Statement {
  const live = database
    .select({ live: sql`1` })
    .from(identityGrants)
    .where(and(eq(identityGrants.grantId, grantId), isNull(identityGrants.revokedAt)))
  return mustHold(database, exists(live))
}

async function storeStatements(
  server: IdentityServer,
  grant: Grant,
  tokens: { readonly access: string; readonly refresh: string | undefined },
): Promise<readonly Statement[]> {
  const { sandbox, rules } = server
  const { database, clock } = sandbox
  const now = clock.nowSeconds()
  const rows = [
    { kind: 'access', token: tokens.access, life: rules.accessTokenSeconds },
    { kind: 'refresh', token: tokens.refresh, life: rules.refreshTokenSeconds },
  ] as const
  const older = and(eq(identityTokens.grantId, grant.grantId), isNull(identityTokens.replacedAt))
  const values = await Promise.all(
    rows.flatMap(({ kind, token, life }) =>
      token === undefined
        ? []
        : [
            digestOf(token).then((tokenHash) => ({
              tokenHash,
              kind,
              grantId: grant.grantId,
              issuedAt: now,
              expiresAt: now + life,
            })),
          ],
    ),
  )
  return [
    database.update(identityTokens).set({ replacedAt: now }).where(older),
    database.insert(identityTokens).values(values),
  ]
}

/**
 * Why no tokens were issued: the grant was revoked, or another request has taken the code or
 * refresh token.
 */
export type NoTokens = 'revoked' | 'taken'

/**
 * Issues the tokens of a grant, unless it is revoked by the time they are stored. Tokens issued
 * earlier for the grant stop working.
 *
 * @param claim statements that take the code or the old refresh token, and roll everything back
 *   when another request has taken it
 * @returns the tokens, or why everything was rolled back
 * @see Specification 4.1
 */
export async function issueTokens(
  server: IdentityServer,
  grant: Grant,
  claim: { readonly statements: readonly Statement[]; readonly isRefresh: boolean },
): Promise<TokenResponse | NoTokens> {
  const { database } = server.sandbox
  const access = opaqueToken()
  const refresh = allowsRefresh(grant.scopes) ? opaqueToken() : undefined
  const stopped = await runAtomically(database, [
    ...claim.statements,
    mustNotBeRevoked(database, grant.grantId),
    ...(await storeStatements(server, grant, { access, refresh })),
  ])
  if (stopped !== undefined) {
    const now = await findGrant(database, grant.grantId)
    return now?.revokedAt === null ? 'taken' : 'revoked'
  }
  const { isRefresh } = claim
  const faults = await takeFaults(database, 'token', grant.clientId)
  const isSilent = faults.includes(
    'fapi2-security-profile-final-client-test-token-endpoint-response-without-expires_in',
  )
  const isOdd = faults.includes(
    'fapi2-security-profile-final-client-test-token-type-case-insensitivity',
  )
  return {
    access_token: access,
    ...(!isSilent && { expires_in: server.rules.accessTokenSeconds }),
    ...(grant.scopes.includes('openid') && {
      id_token: await idTokenOf(server, grant, { accessToken: access, isRefresh }),
    }),
    ...(refresh !== undefined && { refresh_token: refresh }),
    scope: grant.scopes.join(' '),
    token_type: isOdd ? 'bEaReR' : 'bearer',
  }
}
