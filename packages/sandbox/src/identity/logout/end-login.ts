import { and, eq } from 'drizzle-orm'
import { identityGrants } from '../tables.ts'
import { withQuery } from '../authorization/authorization-answer.ts'
import { findClient, type IdentityClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'
import { endSession, type LoginSession } from '../login-sessions.ts'
import { notifyOverBackChannel, storeNotification } from './back-channel.ts'

/** Result of ending a session. */
export interface EndedLogin {
  readonly session: LoginSession
  /** Addresses to open in frames of the customer's browser. */
  readonly frames: readonly string[]
}

async function clientsOf(
  server: IdentityServer,
  session: LoginSession,
): Promise<readonly IdentityClient[]> {
  const { database } = server.sandbox
  const rows = await database
    .selectDistinct({ clientId: identityGrants.clientId })
    .from(identityGrants)
    .where(and(eq(identityGrants.sid, session.sid), eq(identityGrants.walletId, session.walletId)))
  const clients = await Promise.all(rows.map(({ clientId }) => findClient(database, clientId)))
  return clients.filter((client) => client !== undefined)
}

async function storeFrameNotification(
  server: IdentityServer,
  session: LoginSession,
  client: { readonly clientId: string; readonly uri: string },
): Promise<string> {
  const { database, clock } = server.sandbox
  const url = withQuery(client.uri, { iss: server.issuer, sid: session.sid })
  await storeNotification(database, {
    channel: 'front',
    clientId: client.clientId,
    sid: session.sid,
    url,
    state: 'shown',
    at: clock.nowSeconds(),
    httpStatus: null,
    outcome: '',
    durationMs: 0,
    faults: [],
  })
  return url
}

/**
 * Ends a sign-in and notifies every client that has a grant from it: over the back channel after
 * the answer was sent, over the front channel through the returned frames. Tokens stay valid; a
 * client that wants to end them revokes them. Assumes G-20.
 *
 * @param channels `both`, or `back` when there is no browser to open frames
 * @returns `undefined` when there is no such session, or it has ended before
 */
export async function endLogin(
  server: IdentityServer,
  sid: string,
  channels: 'both' | 'back',
): Promise<EndedLogin | undefined> {
  const session = await endSession(server, sid)
  if (session === undefined) return undefined
  const clients = await clientsOf(server, session)
  const posts = clients.flatMap(({ clientId, backchannelLogoutUri: url }) =>
    url === null ? [] : [notifyOverBackChannel(server, { clientId, url, session })],
  )
  server.sandbox.waitUntil(Promise.all(posts))
  if (channels === 'back') return { session, frames: [] }
  const frames = await Promise.all(
    clients.flatMap(({ clientId, frontchannelLogoutUri: uri }) =>
      uri === null ? [] : [storeFrameNotification(server, session, { clientId, uri })],
    ),
  )
  return { session, frames }
}
