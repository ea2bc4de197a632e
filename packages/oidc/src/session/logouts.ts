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
   * Records the login of a session until the session ends, so that an unauthenticated notice can
   * refer to it.
   */
  begin(session: Session): Promise<void>
  /**
   * Marks one session as over until then, in seconds since 1970; its time of issue does not matter.
   */
  mark(key: string, until: number): Promise<void>
  /** @throws SignOnError `logout_token_replayed` when the token was already processed */
  endByToken(notice: LogoutNotice): Promise<void>
  endByFrontChannel(notice: FrontChannelNotice): Promise<void>
}

export interface LogoutsOptions {
  readonly store: SessionStore
  /** The time in whole seconds since 1970. */
  readonly nowSeconds: () => number
  /** Maximum lifetime of a session in seconds; a mark is kept as long. */
  readonly lifetimeSeconds: number
}

const forever = Number.MAX_SAFE_INTEGER
/** `issuedAt` of a mark that ends no session: it records a login that has begun and is not over. */
const never = -1

function sidKey(issuer: string, sid: string): Promise<string> {
  return hashText(`sid\n${issuer}\n${sid}`)
}

function subjectKey(issuer: string, subject: string): Promise<string> {
  return hashText(`sub\n${issuer}\n${subject}`)
}

/** Key of the sessions of a customer that do not know the id of their login session. */
function namelessKey(issuer: string, subject: string): Promise<string> {
  return hashText(`sub without sid\n${issuer}\n${subject}`)
}

// A session may have been signed out alone, with its login session, or with all sessions of its
// customer.
function logoutKeysOf({ id, identity }: Session): Promise<string[]> {
  const { issuer, sid, subject } = identity
  return Promise.all([
    sessionKey(id),
    subjectKey(issuer, subject),
    sid === undefined ? namelessKey(issuer, subject) : sidKey(issuer, sid),
  ])
}

/**
 * Creates the logouts of a session store. They remove rows, and leave marks for sessions that are
 * kept in a cookie and for sign-ins that are in progress at the same moment. A front-channel
 * notice, which is not authenticated, marks only a login that has begun here; for a sign-in still
 * in progress it finds none, and the back channel ends that one.
 */
export function createLogouts({ store, nowSeconds, lifetimeSeconds }: LogoutsOptions): Logouts {
  const mark = (key: string, until: number): Promise<void> =>
    store.markLogout({ key, issuedAt: forever, until })

  // Marked first, removed second; a session is added first and looked up second. So no order of a
  // logout and a sign-in at the same time leaves the session alive.
  async function end(
    login: EndedLogin,
    { onlyKnown }: { readonly onlyKnown: boolean },
  ): Promise<void> {
    const { issuer, sid, subject, issuedAt } = login
    const until = nowSeconds() + lifetimeSeconds
    if (sid !== undefined) {
      const key = await sidKey(issuer, sid)
      await store.markLogout({ key, issuedAt: forever, until, onlyKnown })
    }
    if (subject !== undefined) {
      // With a login session, only those sessions of the customer are meant that do not know theirs.
      const keyOf = sid === undefined ? subjectKey : namelessKey
      await store.markLogout({ key: await keyOf(issuer, subject), issuedAt, until })
    }
    await store.removeLogin(login)
  }

  return {
    mark,
    async begin({ identity: { issuer, sid }, expiresAt }) {
      if (sid === undefined) return
      await store.markLogout({ key: await sidKey(issuer, sid), issuedAt: never, until: expiresAt })
    },
    isLoggedOut: async (session) =>
      store.isLoggedOut(await logoutKeysOf(session), session.identity.issuedAt),
    async endByToken({ issuer, sid, subject, issuedAt, tokenId }) {
      // Obeying twice changes nothing, so the token is remembered last: a crash before that leaves
      // it valid for the repeat of the server.
      await end({ issuer, sid, subject, issuedAt }, { onlyKnown: false })
      const until = nowSeconds() + 2 * logoutTokenSeconds
      if (!(await store.claim(`jti ${issuer} ${tokenId}`, { now: nowSeconds(), until }))) {
        throw new SignOnError('logout_token_replayed')
      }
    },
    endByFrontChannel: ({ issuer, sid }) =>
      end({ issuer, sid, subject: undefined, issuedAt: nowSeconds() }, { onlyKnown: true }),
  }
}
