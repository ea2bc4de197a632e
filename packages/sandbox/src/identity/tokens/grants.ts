import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database, Statement } from '../../database/database.ts'
import { identityGrants, identityTokens } from '../../database/schema.ts'
import { digestOf } from '../jwt/digest.ts'
import type { IdentityServer } from '../identity-server.ts'

/** What a customer has granted to a client in one authorization. */
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
  readonly requestedAt: number
  readonly grantedAt: number
  readonly revokedAt: number | null
}

/** A token with the grant that it stands for. */
export interface StoredToken {
  readonly kind: 'access' | 'refresh'
  /** Unix seconds. */
  readonly expiresAt: number
  /** When it was rotated away; null while it stands. */
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
export function revokeGrantStatement(server: IdentityServer, grantId: string): Statement {
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
