import { and, eq } from 'drizzle-orm'
import { identityConsents } from '../../database/schema.ts'
import { isLocalHost } from '../clients/address.ts'
import type { IdentityClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'

/** Whether a customer has let a client have all of these scopes before, and had it remembered. */
export async function hasConsented(
  server: IdentityServer,
  walletId: string,
  request: { readonly clientId: string; readonly scopes: readonly string[] },
): Promise<boolean> {
  const [row] = await server.sandbox.database
    .select()
    .from(identityConsents)
    .where(
      and(eq(identityConsents.walletId, walletId), eq(identityConsents.clientId, request.clientId)),
    )
  return row !== undefined && request.scopes.every((scope) => row.scopes.includes(scope))
}

/** Remembers what a customer lets a client have. */
export async function rememberConsent(
  server: IdentityServer,
  walletId: string,
  consent: { readonly clientId: string; readonly scopes: readonly string[] },
): Promise<void> {
  const { database, clock } = server.sandbox
  const fields = { scopes: consent.scopes, grantedAt: clock.nowSeconds() }
  await database
    .insert(identityConsents)
    .values({ walletId, clientId: consent.clientId, ...fields })
    .onConflictDoUpdate({
      target: [identityConsents.walletId, identityConsents.clientId],
      set: fields,
    })
}

/** Forgets every remembered consent. */
export async function forgetConsents(server: IdentityServer): Promise<void> {
  await server.sandbox.database.delete(identityConsents)
}

/** Whether anybody could pose as a client, so that the customer is asked each time. */
export function isAskedAlways(client: IdentityClient, redirectUri: string): boolean {
  const url = URL.parse(redirectUri)
  const isSafe = url?.protocol === 'https:' || (url !== null && isLocalHost(url.hostname))
  return client.tokenEndpointAuthMethod === 'none' && !isSafe
}
