import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { SignOnError } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { requireWhole } from '../relying-party/require-whole.ts'
import type { KeyRing } from '../sealing/key-ring.ts'
import type { SignedIn } from '../sign-in/token-set.ts'
import type { FrontChannelNotice } from '../sign-out/read-front-channel-notice.ts'
import type { LogoutNotice } from '../sign-out/verify-logout-token.ts'
import { createLogouts } from './logouts.ts'
import { leaseSecondsOf, refreshOnce } from './refresh-once.ts'
import { rowOf, sessionKey, sessionOf } from './session-rows.ts'
import type { SessionStore } from './session-store.ts'
import { readSession, writeSession, type Session } from './session.ts'

/** Where sessions are stored, and for how long. */
export interface SessionsOptions {
  readonly relyingParty: RelyingParty
  readonly store: SessionStore
  readonly keyRing: KeyRing
  /**
   * `store`: the cookie contains a secret id. `cookie`: the cookie contains the sealed session, and
   * the store only has short-lived data for logout and for the single renewal.
   */
  readonly kept: 'store' | 'cookie'
  /** Seconds from sign-in to the end of a session; 12 hours when left out. */
  readonly lifetimeSeconds?: number | undefined
  /**
   * Seconds without a request after which a session ends; an hour when left out. Only for sessions
   * in the store: a session in a cookie ends by `lifetimeSeconds` alone, because with two
   * concurrent answers the later cookie would undo the renewal of the earlier one.
   */
  readonly idleSeconds?: number | undefined
}

/** Opens, reads, renews and ends the sessions of customers. */
export interface Sessions {
  /** Creates a session under an id that only this browser knows. */
  open(id: string, signedIn: SignedIn, redirectUri: string): Promise<Session>
  /** The value of the session cookie. */
  cookieOf(session: Session): Promise<string>
  /**
   * The session of a cookie; `undefined` when it has ended, was signed out or is not ours. Only
   * queries the store.
   */
  read(cookie: string): Promise<Session | undefined>
  /** A session that was just created under this id. */
  find(id: string): Promise<Session | undefined>
  /**
   * The session with an access token that is valid for at least another minute; it is renewed if
   * necessary, by only one of any concurrent requests.
   *
   * @throws SignOnError `session_ended` when it cannot be renewed, retryable ones otherwise
   */
  fresh(session: Session): Promise<Session>
  /**
   * Ends a session here; the tokens stay alive until they are revoked.
   *
   * @param because `replaced` when the same browser has signed in again; left out, it has signed
   *   out
   */
  close(session: Session, because?: 'replaced'): Promise<void>
  /**
   * Ends the sessions that a verified logout token names.
   *
   * @throws SignOnError `logout_token_replayed`
   */
  endByToken(notice: LogoutNotice): Promise<void>
  /** Ends the sessions that a front-channel notice names. */
  endByFrontChannel(notice: FrontChannelNotice): Promise<void>
  /** Reserves the callback with this state for one request; false when another request has it. */
  claimCallback(state: string): Promise<boolean>
}

const defaultLifetimeSeconds = 12 * 3600
const defaultIdleSeconds = 3600
/** A session is extended in the store when at least this fraction of the idle time has passed. */
const noticeablePart = 1 / 12
const claimSeconds = 3600
/**
 * Seconds for which a renewed cookie session is also stored, for requests that still have the
 * previous cookie.
 */
const parkedSeconds = 60
const renewBeforeSeconds = 60
const cookiePurpose = 'session cookie'

/** Lifetime of a row after a request, in seconds. */
function rowSecondsOf({ kept, idleSeconds, relyingParty }: SessionsOptions): number {
  if (idleSeconds !== undefined) requireWhole('idleSeconds', idleSeconds)
  if (kept === 'store') return idleSeconds ?? defaultIdleSeconds
  // A row that expired before its lease would let a second request renew.
  if (idleSeconds === undefined) return Math.max(parkedSeconds, leaseSecondsOf(relyingParty))
  throw new TypeError(
    'idleSeconds needs sessions that are kept in the store: one in a cookie ends by lifetimeSeconds alone.',
  )
}

const optionRules: OptionRules<SessionsOptions> = {
  relyingParty: 'object!',
  store: 'object!',
  keyRing: 'object!',
  kept: ['store', 'cookie'],
  lifetimeSeconds: 'any',
  idleSeconds: 'any',
}

function checkSessionsOptions(options: SessionsOptions): void {
  checkOptions('createSessions', options, optionRules)
  checkArguments('createSessions', {}, { kept: options.kept })
}

function sealCookie(keyRing: KeyRing, session: Session): Promise<string> {
  return keyRing.seal(writeSession(session), cookiePurpose)
}

async function openCookie(keyRing: KeyRing, cookie: string): Promise<Session | undefined> {
  const text = await keyRing.open(cookie, cookiePurpose)
  return text === undefined ? undefined : readSession(text)
}

/**
 * Makes the sessions of one relying party.
 *
 * @throws TypeError when `idleSeconds` is given for sessions that are kept in a cookie, or a time
 *   is not a whole number of seconds greater than 0
 *
 * @example
 * ```ts
 * import { createRelyingParty, webPorts } from '@merchant-edge/oidc'
 * import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
 * import { createMemorySessionStore } from '@merchant-edge/oidc/testing'
 *
 * const sessions = createSessions({
 *   relyingParty: createRelyingParty({
 *     issuer: 'https://id.example',
 *     clientId: 'shop',
 *     authentication: { method: 'none' },
 *     ports: webPorts,
 *   }),
 *   store: createMemorySessionStore(),
 *   keyRing: createKeyRing([{ id: 'one', secret: 'at least 32 random characters, kept secret' }]),
 *   kept: 'store',
 *   lifetimeSeconds: 8 * 3600,
 * })
 * if ((await sessions.read('a cookie that was made up')) !== undefined) throw new Error('Nobody.')
 * ```
 */
export function createSessions(options: SessionsOptions): Sessions {
  checkSessionsOptions(options)
  const { relyingParty, store, keyRing, kept, lifetimeSeconds = defaultLifetimeSeconds } = options
  const { nowSeconds } = relyingParty
  requireWhole('lifetimeSeconds', lifetimeSeconds)
  const rowSeconds = rowSecondsOf(options)
  const logouts = createLogouts({ store, nowSeconds, lifetimeSeconds })

  const rowEndOf = ({ expiresAt }: Session): number =>
    Math.min(expiresAt, nowSeconds() + rowSeconds)

  const add = async (session: Session): Promise<boolean> =>
    store.add(await rowOf(keyRing, session, rowEndOf(session)), nowSeconds())

  async function find(id: string): Promise<Session | undefined> {
    const row = await store.find(await sessionKey(id), nowSeconds())
    return row && sessionOf(keyRing, row)
  }

  async function readStored(id: string): Promise<Session | undefined> {
    if (!/^[\w-]{43}$/.test(id)) return undefined
    const row = await store.find(await sessionKey(id), nowSeconds())
    const session = row && (await sessionOf(keyRing, row))
    const until = session ? rowEndOf(session) : 0
    if (row && until - row.expiresAt >= rowSeconds * noticeablePart) {
      await store.extend(row.key, { now: nowSeconds(), until })
    }
    return session
  }

  async function readCookie(cookie: string): Promise<Session | undefined> {
    const session = await openCookie(keyRing, cookie)
    const isOver =
      !session || session.expiresAt <= nowSeconds() || (await logouts.isLoggedOut(session))
    return isOver ? undefined : session
  }

  async function end(session: Session, because?: 'replaced'): Promise<void> {
    const key = await sessionKey(session.id)
    if (kept === 'cookie') await logouts.mark(key, session.expiresAt)
    await store.remove(key, because)
  }

  async function renew(session: Session): Promise<Session> {
    if (kept === 'cookie') await add(session)
    const renewed = await refreshOnce({ relyingParty, store, keyRing, rowEndOf, end }, session)
    if (await logouts.isLoggedOut(renewed)) throw new SignOnError('session_ended')
    return renewed
  }

  return {
    async open(id, { tokens, identity }, redirectUri) {
      const expiresAt = nowSeconds() + lifetimeSeconds
      const session: Session = { id, version: 1, identity, tokens, redirectUri, expiresAt }
      await logouts.begin(session)
      // Added first and looked up second, as a logout marks first and removes second.
      await add(session)
      if (!(await logouts.isLoggedOut(session))) return session
      await store.remove(await sessionKey(id))
      throw new SignOnError('session_ended')
    },
    cookieOf: async (session) => (kept === 'store' ? session.id : sealCookie(keyRing, session)),
    read: (cookie) => (kept === 'cookie' ? readCookie(cookie) : readStored(cookie)),
    find,
    async fresh(session) {
      const { accessTokenExpiresAt, refreshToken } = session.tokens
      const leftSeconds = accessTokenExpiresAt - nowSeconds()
      if (leftSeconds > renewBeforeSeconds) return session
      if (refreshToken !== undefined) return renew(session)
      if (leftSeconds > 0) return session
      await end(session)
      throw new SignOnError('session_ended')
    },
    close: end,
    endByToken: (notice) => logouts.endByToken(notice),
    endByFrontChannel: (notice) => logouts.endByFrontChannel(notice),
    claimCallback: (state) => claimCallback(relyingParty, store, state),
  }
}

function claimCallback(
  { nowSeconds }: RelyingParty,
  store: SessionStore,
  state: string,
): Promise<boolean> {
  const now = nowSeconds()
  return store.claim(`callback ${state}`, { now, until: now + claimSeconds })
}
