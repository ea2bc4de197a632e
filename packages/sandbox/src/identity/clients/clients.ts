import { and, asc, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../../database/database.ts'
import { identityClients, identityConsents, identityGrants, identityRequests } from '../tables.ts'
import { digestOf, opaqueToken } from '../opaque-token.ts'
import {
  clientRegistration,
  type ClientRegistration,
  type NewClient,
} from './client-registration.ts'

/** A sign-on client. @see Specification 2.16 */
export interface IdentityClient extends ClientRegistration {
  readonly clientId: string
  /** SHA-256 of the secret; null when the client has none. */
  readonly secretHash: string | null
  /** Unix seconds. */
  readonly createdAt: number
}

/** A sign-on client without its secret. */
export interface ClientView extends ClientRegistration {
  readonly clientId: string
  readonly hasSecret: boolean
  /** Unix seconds. */
  readonly createdAt: number
}

/** A new client with its secret, which is not shown again. */
export interface CreatedClient {
  readonly client: ClientView
  /** Present when the client has a secret; the sandbox stores only its hash. */
  readonly clientSecret?: string
}

type ClientRow = typeof identityClients.$inferSelect

function clientOf({ registration, ...row }: ClientRow): IdentityClient {
  return { ...v.parse(clientRegistration, registration), ...row }
}

/** A client without its secret. */
export function viewOf({ secretHash, ...client }: IdentityClient): ClientView {
  return { ...client, hasSecret: secretHash !== null }
}

/** A client by its id. */
export async function findClient(
  database: Database,
  clientId: string,
): Promise<IdentityClient | undefined> {
  const [row] = await database
    .select()
    .from(identityClients)
    .where(eq(identityClients.clientId, clientId))
  return row && clientOf(row)
}

/** What is stored about a client, and the hash of its secret. */
export async function findStoredClient(
  database: Database,
  clientId: string,
): Promise<{ client: ClientRegistration; secretHash: string | null } | undefined> {
  const found = await findClient(database, clientId)
  if (found === undefined) return undefined
  const { clientId: _, createdAt: __, secretHash, ...client } = found
  return { client, secretHash }
}

/** All clients in the order of their ids. */
export async function listClients(database: Database): Promise<readonly ClientView[]> {
  const rows = await database.select().from(identityClients).orderBy(asc(identityClients.clientId))
  return rows.map((row) => viewOf(clientOf(row)))
}

/** A client to store, and the hash of its secret. */
export interface ClientToStore {
  readonly clientId: string
  readonly secretHash: string | null
  readonly registration: ClientRegistration
}

/** Statement that stores a client in the place of one with the same id. */
export function storeClientStatement(
  database: Database,
  at: number,
  client: ClientToStore,
): Statement {
  const { clientId, ...fields } = client
  return database
    .insert(identityClients)
    .values({ clientId, createdAt: at, ...fields })
    .onConflictDoUpdate({ target: identityClients.clientId, set: fields })
}

function hasSecret(method: ClientRegistration['tokenEndpointAuthMethod']): boolean {
  return method === 'client_secret_basic' || method === 'client_secret_post'
}

/** Registers a client; `undefined` when the id is taken. */
export async function createClient(
  database: Database,
  at: number,
  input: NewClient,
): Promise<CreatedClient | undefined> {
  const { clientId = crypto.randomUUID(), clientSecret = opaqueToken(), ...registration } = input
  const isSecret = hasSecret(registration.tokenEndpointAuthMethod)
  const [row] = await database
    .insert(identityClients)
    .values({
      clientId,
      secretHash: isSecret ? await digestOf(clientSecret) : null,
      registration,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) return undefined
  return { client: viewOf(clientOf(row)), ...(isSecret && { clientSecret }) }
}

/**
 * Removes a client with its codes, its tokens and what customers have granted to it: nothing is
 * left for another client of the same id. `undefined` when there is no such client.
 *
 * @param at now, in unix seconds
 */
export async function removeClient(
  database: Database,
  at: number,
  clientId: string,
): Promise<ClientView | undefined> {
  const isGranted = and(eq(identityGrants.clientId, clientId), isNull(identityGrants.revokedAt))
  const [, , , [row]] = await database.batch([
    database.update(identityGrants).set({ revokedAt: at }).where(isGranted),
    database.delete(identityConsents).where(eq(identityConsents.clientId, clientId)),
    database.delete(identityRequests).where(eq(identityRequests.clientId, clientId)),
    database.delete(identityClients).where(eq(identityClients.clientId, clientId)).returning(),
  ])
  return row && viewOf(clientOf(row))
}
