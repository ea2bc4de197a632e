import { and, eq, isNull } from 'drizzle-orm'
import { identityLogouts } from '../../database/schema.ts'
import { digestOf } from '../jwt/digest.ts'
import { opaqueToken } from '../jwt/opaque-token.ts'
import type { IdentityServer } from '../identity-server.ts'

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
