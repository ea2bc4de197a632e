import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { identityRequests } from '../../database/schema.ts'
import { opaqueToken } from '../jwt/opaque-token.ts'
import { digestOf } from '../jwt/digest.ts'
import type { IdentityServer } from '../identity-server.ts'
import {
  authorizationParameters,
  type AuthorizationParameters,
} from './authorization-parameters.ts'

/** An authorization request that waits for the customer. */
export interface AuthorizationRequest {
  /** What the pages know it by. */
  readonly challenge: string
  readonly clientId: string
  readonly parameters: AuthorizationParameters
  /** The sign-in that it is answered with; null until the customer has signed in. */
  readonly sid: string | null
  /** Unix seconds. */
  readonly requestedAt: number
}

/**
 * Keeps an authorization request for the browser that has made it.
 *
 * @param browser value of the browser's cookie
 */
export async function openRequest(
  server: IdentityServer,
  browser: string,
  request: Pick<AuthorizationRequest, 'clientId' | 'parameters'>,
): Promise<AuthorizationRequest> {
  const { database, clock } = server.sandbox
  const opened = {
    ...request,
    challenge: opaqueToken(),
    sid: null,
    requestedAt: clock.nowSeconds(),
  }
  await database
    .insert(identityRequests)
    .values({ ...opened, browserHash: await digestOf(browser) })
  return opened
}

/** A request that still waits, in the browser that has made it; `undefined` otherwise. */
export async function findRequest(
  server: IdentityServer,
  challenge: string,
  browser: string,
): Promise<AuthorizationRequest | undefined> {
  const { database, clock } = server.sandbox
  const [row] = await database
    .select()
    .from(identityRequests)
    .where(and(eq(identityRequests.challenge, challenge), isNull(identityRequests.answeredAt)))
  if (row === undefined || row.browserHash !== (await digestOf(browser))) return undefined
  if (row.requestedAt + server.rules.requestSeconds <= clock.nowSeconds()) return undefined
  const { clientId, sid, requestedAt } = row
  const parameters = v.parse(authorizationParameters, row.parameters)
  return { challenge, clientId, parameters, sid, requestedAt }
}

/** Notes with which sign-in a request is answered. */
export async function bindSession(
  server: IdentityServer,
  request: AuthorizationRequest,
  sid: string,
): Promise<AuthorizationRequest> {
  await server.sandbox.database
    .update(identityRequests)
    .set({ sid })
    .where(eq(identityRequests.challenge, request.challenge))
  return { ...request, sid }
}

/** Takes a request for its answer; `false` when it was answered already. */
export async function closeRequest(
  server: IdentityServer,
  request: AuthorizationRequest,
): Promise<boolean> {
  const { database, clock } = server.sandbox
  const closed = await database
    .update(identityRequests)
    .set({ answeredAt: clock.nowSeconds() })
    .where(
      and(eq(identityRequests.challenge, request.challenge), isNull(identityRequests.answeredAt)),
    )
    .returning()
  return closed.length > 0
}
