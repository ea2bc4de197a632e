import { SignOnError } from '../failure/sign-on-error.ts'
import { hashText } from '../sealing/opaque-text.ts'
import type { FrontChannelNotice } from '../sign-out/read-front-channel-notice.ts'
import { logoutTokenSeconds, type LogoutNotice } from '../sign-out/verify-logout-token.ts'
import { sessionKey } from './session-rows.ts'
import type { EndedLogin, SessionStore } from './session-store.ts'
import type { Session } from './session.ts'

/** Ends sessions by their key, login session or customer, and remembers which ones have ended. */
export interface Logouts {
  /** Whether a mark covers the session. One read of the store. */
  isLoggedOut(session: Session): Promise<boolean>
  /**
   * Marks one session as ended; the mark is kept until `until`, in seconds since 1970. The time of
   * issue does not matter.
   */
  mark(key: string, until: number): Promise<void>
  /** @throws SignOnError `logout_token_replayed` when the token was already processed */
  endByToken(notice: LogoutNotice): Promise<void>
  endByFrontChannel(notice: FrontChannelNotice): Promise<void>
}

export interface LogoutsOptions {
  readonly store: SessionStore
  readonly now: () => number
  /** Maximum lifetime of a session in seconds; a mark is kept as long. */
  readonly lifetimeSeconds: number
}

const forever = Number.MAX_SAFE_INTEGER

function sidKey(issuer: string, sid: string): Promise<string> {
  return hashText(`sid\n${issuer}\n${sid}`)
}

function subjectKey(issuer: string, subject: string): Promise<string> {
  return hashText(`sub\n${issuer}\n${subject}`)
}

// A session may have been signed out alone, with its login session, or with all sessions of its
// customer.
function logoutKeysOf({ id, identity }: Session): Promise<string[]> {
  const { issuer, sid, subject } = identity
  return Promise.all([
    sessionKey(id),
    subjectKey(issuer, subject),
    ...(sid === undefined ? [] : [sidKey(issuer, sid)]),
  ])
}

/**
 * Creates the logouts of a session store: they delete rows, and store marks for sessions that are
 * kept in a cookie and for concurrent sign-ins.
 */
export function createLogouts({ store, now, lifetimeSeconds }: LogoutsOptions): Logouts {
  const mark = (key: string, until: number): Promise<void> =>
    store.markLogout({ key, issuedAt: forever, until })

  // A logout first stores the mark and then deletes rows; a sign-in first adds its session and then
  // checks for a mark. So no interleaving of both leaves the session alive.
  async function end(login: EndedLogin): Promise<void> {
    const { issuer, sid, subject, issuedAt } = login
    const until = now() + lifetimeSeconds
    if (sid !== undefined) {
      await mark(await sidKey(issuer, sid), until)
    } else if (subject !== undefined) {
      await store.markLogout({ key: await subjectKey(issuer, subject), issuedAt, until })
    }
    await store.removeLogin(login)
  }

  return {
    mark,
    isLoggedOut: async (session) =>
      store.isLoggedOut(await logoutKeysOf(session), session.identity.issuedAt),
    async endByToken({ issuer, sid, subject, issuedAt, tokenId }) {
      // Processing a token twice changes nothing, so the token is recorded last: after a crash
      // before that, a retry of the server is still accepted.
      await end({ issuer, sid, subject, issuedAt })
      const until = now() + 2 * logoutTokenSeconds
      if (!(await store.claim(`jti ${issuer} ${tokenId}`, { now: now(), until }))) {
        throw new SignOnError('logout_token_replayed')
      }
    },
    endByFrontChannel: ({ issuer, sid }) =>
      end({ issuer, sid, subject: undefined, issuedAt: now() }),
  }
}
