import { isSignOnFailure, SignOnError } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import type { KeyRing } from '../sealing/key-ring.ts'
import type { TokenSet } from '../sign-in/token-set.ts'
import { refreshTokens } from '../tokens/refresh-tokens.ts'
import { revokeTokens } from '../tokens/revoke-tokens.ts'
import { rowOf, sessionKey, sessionOf } from './session-rows.ts'
import type { SessionStore } from './session-store.ts'
import type { Session } from './session.ts'

/** The parts of `Sessions` that a renewal uses. */
export interface RefreshContext {
  readonly relyingParty: RelyingParty
  readonly store: SessionStore
  readonly keyRing: KeyRing
  /** When the row of a session expires, in seconds since 1970. */
  readonly rowEndOf: (session: Session) => number
  /** Ends a session for every browser that has its cookie. */
  readonly end: (session: Session) => Promise<void>
}

/**
 * Maximum requests of a renewal: discovery document, keys, tokens, and the keys again after a
 * rotation.
 */
const requestsOfRenewal = 4
const waitMs = 100
const maxWaits = 150
const saveAttempts = 3

async function findNewer(
  { store, keyRing, relyingParty }: RefreshContext,
  session: Session,
): Promise<Session | undefined> {
  const row = await store.find(await sessionKey(session.id), relyingParty.nowSeconds())
  if (!row) throw new SignOnError('session_ended')
  if (row.version <= session.version) return undefined
  const newer = await sessionOf(keyRing, row)
  if (!newer) throw new SignOnError('session_ended')
  return newer
}

async function save(context: RefreshContext, renewed: Session): Promise<boolean> {
  const { store, keyRing, rowEndOf, relyingParty } = context
  const row = await rowOf(keyRing, renewed, rowEndOf(renewed))
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (await store.replace(row)) return true
      // An earlier attempt whose answer was lost may have saved the row.
      const found = attempt > 1 ? await store.find(row.key, relyingParty.nowSeconds()) : undefined
      return found?.payload === row.payload
    } catch {
      if (attempt === saveAttempts) throw new SignOnError('session_not_saved')
      await relyingParty.ports.wait(waitMs)
    }
  }
}

// The session was signed out while it was renewed: the new tokens must not outlive it.
async function discard({ relyingParty }: RefreshContext, tokens: TokenSet): Promise<void> {
  try {
    await revokeTokens(relyingParty, tokens)
  } catch (error) {
    if (!isSignOnFailure(error)) throw error
  }
}

/**
 * Longer than all requests of a renewal together, so an expired lease means that its holder died.
 */
export function leaseSecondsOf({ timeoutMs }: RelyingParty): number {
  return Math.ceil((requestsOfRenewal * timeoutMs) / 1000)
}

async function renew(context: RefreshContext, session: Session): Promise<Session> {
  const { relyingParty, store } = context
  const { identity, redirectUri } = session
  let tokens: TokenSet
  try {
    tokens = await refreshTokens(relyingParty, { tokens: session.tokens, identity, redirectUri })
  } catch (error) {
    const isOver =
      isSignOnFailure(error) && (error.kind === 'reauthenticate' || error.kind === 'attack')
    if (!isOver) {
      await store.releaseRefresh(await sessionKey(session.id), session.version)
      throw error
    }
    const newer = await findNewer(context, session)
    if (newer) return newer
    await context.end(session)
    throw error
  }
  const renewed = { ...session, tokens, version: session.version + 1 }
  if (await save(context, renewed)) return renewed
  await discard(context, tokens)
  throw new SignOnError('session_ended')
}

/**
 * Renews the tokens of a session: one request asks the server, and the others wait for its result.
 *
 * A lease in the store decides which request renews, also across isolates and machines. When the
 * holder dies after the server has rotated the refresh token and before the result is saved, its
 * lease expires, the next request gets a refusal of the old refresh token, and the session ends
 * cleanly.
 *
 * @throws SignOnError
 */
export async function refreshOnce(context: RefreshContext, session: Session): Promise<Session> {
  const { store, relyingParty } = context
  const { nowSeconds } = relyingParty
  const { wait } = relyingParty.ports
  const key = await sessionKey(session.id)
  const leaseSeconds = leaseSecondsOf(relyingParty)
  for (let waits = 0; waits <= maxWaits; waits += 1) {
    const { version } = session
    if (
      await store.leaseRefresh({
        key,
        version,
        now: nowSeconds(),
        until: nowSeconds() + leaseSeconds,
      })
    ) {
      return renew(context, session)
    }
    const newer = await findNewer(context, session)
    if (newer) return newer
    await wait(waitMs)
  }
  throw new SignOnError('refresh_in_progress')
}
