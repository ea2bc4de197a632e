import { SignOnError } from '../failure/sign-on-error.ts'
import type { FrontChannelNotice } from '../sign-out/read-front-channel-notice.ts'
import { logoutTokenSeconds, type LogoutNotice } from '../sign-out/verify-logout-token.ts'
import { logoutKeysOf, sidKey, subjectKey } from './logout-keys.ts'
import type { EndedLogin, SessionStore } from './session-store.ts'
import type { Session } from './session.ts'

/** Ends sessions, and remembers it for those that a store cannot remove. */
export interface Logouts {
  isLoggedOut(session: Session): Promise<boolean>
  /** Marks one key as over, whenever its session was issued. */
  mark(key: string, until: number): Promise<void>
  endByToken(notice: LogoutNotice): Promise<void>
  endByFrontChannel(notice: FrontChannelNotice): Promise<void>
}

/** What `createLogouts` needs. */
export interface LogoutsOptions {
  readonly store: SessionStore
  readonly now: () => number
  /** Longest life of a session in seconds; a mark lives as long. */
  readonly lifetimeSeconds: number
}

const forever = Number.MAX_SAFE_INTEGER

/** Makes what ends sessions. */
export function createLogouts({ store, now, lifetimeSeconds }: LogoutsOptions): Logouts {
  const mark = (key: string, until: number): Promise<void> =>
    store.markLogout({ key, issuedAt: forever, until })

  // Marked first, removed second; a session is added first and looked up second. So no order of a
  // logout and a sign-in at the same time leaves the session alive.
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
      // Obeying twice changes nothing, so the token is remembered last: a crash before that leaves it
      // valid for the repeat of the server.
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
