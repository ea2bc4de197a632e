/** A session as stored: look-up columns are readable, the rest is sealed. */
export interface SessionRow {
  /** Hash of the secret session id. */
  readonly key: string
  readonly version: number
  readonly issuer: string
  readonly sid: string | undefined
  readonly subject: string
  /** When the id_token of the sign-in was issued, seconds since 1970. */
  readonly issuedAt: number
  /** When the row expires, seconds since 1970. */
  readonly expiresAt: number
  /** The session with its tokens, sealed by the key ring. */
  readonly payload: string
}

/** The lease of one request to renew the tokens of a session. */
export interface RefreshLease {
  readonly key: string
  /** Version that the request has seen. */
  readonly version: number
  readonly now: number
  /** When the lease expires if its holder dies, seconds since 1970. */
  readonly until: number
}

/** A login that ended at the identity server; its sessions must be removed. */
export interface EndedLogin {
  readonly issuer: string
  /** The login session; without it all sessions of the subject. */
  readonly sid: string | undefined
  readonly subject: string | undefined
  /** Sessions of the subject issued after this time stay, seconds since 1970. */
  readonly issuedAt: number
}

/** A recorded logout for sessions that the store cannot remove. */
export interface LogoutMark {
  /** Key of the ended session, login session or subject. */
  readonly key: string
  /** Sessions issued after this time are not affected, seconds since 1970. */
  readonly issuedAt: number
  /** When the mark may be deleted, seconds since 1970. */
  readonly until: number
  /**
   * Marks the key only if it already has a mark, that of a login which has begun here (`issuedAt`
   * -1). Anybody can send an unauthenticated notice, so a notice about an unknown login must store
   * nothing.
   */
  readonly onlyKnown?: boolean
}

/**
 * The interface to a database with sessions. Each method must be atomic, also against other
 * processes; no transaction spans several methods. Times are seconds since 1970.
 */
export interface SessionStore {
  /** Adds a row; returns false and changes nothing when its key exists and has not expired. */
  add(row: SessionRow, now: number): Promise<boolean>
  /** The row, unless it has expired. */
  find(key: string, now: number): Promise<SessionRow | undefined>
  /** Extends a row to a later expiry; does nothing to an expired row, and never shortens it. */
  extend(key: string, times: { readonly now: number; readonly until: number }): Promise<void>
  /**
   * Replaces the previous version of a row and releases the lease; false when that version is not
   * stored.
   */
  replace(row: SessionRow): Promise<boolean>
  /**
   * Removes a row.
   *
   * @param because `replaced` when the same browser has signed in again, which is not a sign-out
   */
  remove(key: string, because?: 'replaced'): Promise<void>
  /** Removes the sessions of an ended login; sessions without a sid are found by their subject. */
  removeLogin(login: EndedLogin): Promise<void>
  /** Reserves the renewal of this version; true for one caller at a time. */
  leaseRefresh(lease: RefreshLease): Promise<boolean>
  /** Releases the lease of this version. */
  releaseRefresh(key: string, version: number): Promise<void>
  /** Stores a key until its expiry; false when it is already stored. */
  claim(key: string, times: { readonly now: number; readonly until: number }): Promise<boolean>
  /**
   * Stores a logout; of two with the same key the wider one holds. A mark with `issuedAt` -1 ends
   * no session.
   */
  markLogout(mark: LogoutMark): Promise<void>
  /** Whether one of the keys has a mark that covers a session issued then. */
  isLoggedOut(keys: readonly string[], issuedAt: number): Promise<boolean>
  /**
   * Deletes expired rows; call it from a cron, or with a small limit at each sign-in.
   *
   * @param maxRows rows of each kind that are deleted at most; all when left out
   */
  removeExpired(now: number, maxRows?: number): Promise<void>
}
