/** A session as it is stored: what must be found is readable, the rest is sealed. */
export interface SessionRow {
  /** Hash of the secret session id. */
  readonly key: string
  readonly version: number
  readonly issuer: string
  readonly sid: string | undefined
  readonly subject: string
  /** When the id_token of the sign-in was issued, seconds since 1970. */
  readonly issuedAt: number
  /** When the row is over, seconds since 1970. */
  readonly expiresAt: number
  /** The session with its tokens, sealed by the key ring. */
  readonly payload: string
}

/** The right of one request to renew the tokens of a session. */
export interface RefreshLease {
  readonly key: string
  /** Version that the request has seen. */
  readonly version: number
  readonly now: number
  /** When the lease is over if its holder dies, seconds since 1970. */
  readonly until: number
}

/** A login that ended at the identity server: its sessions here are to be removed. */
export interface EndedLogin {
  readonly issuer: string
  /** The login session; without it all sessions of the subject. */
  readonly sid: string | undefined
  readonly subject: string | undefined
  /** Sessions of the subject that were issued later stay, seconds since 1970. */
  readonly issuedAt: number
}

/** A logout that is remembered for sessions which the store cannot remove. */
export interface LogoutMark {
  /** What is over: a session, a login session or a subject. */
  readonly key: string
  /** Sessions that were issued later are not meant, seconds since 1970. */
  readonly issuedAt: number
  /** When the mark may be forgotten, seconds since 1970. */
  readonly until: number
  /**
   * Whether the key is marked only where it has a mark already, that of a login which has begun here (`issuedAt` -1). Anybody
   * may send a notice that nothing proves: one about a login that nobody knows must leave nothing behind.
   */
  readonly onlyKnown?: boolean
}

/**
 * The port to a database with sessions. Each method is atomic by itself, also against other processes; no
 * transaction spans several. Times are seconds since 1970.
 */
export interface SessionStore {
  /** Adds a row; false, changing nothing, when its key is there already and not over. */
  add(row: SessionRow, now: number): Promise<boolean>
  /** The row, unless it is over. */
  find(key: string, now: number): Promise<SessionRow | undefined>
  /** Moves the end of a row to a later time; does nothing to one that is over, and never makes it end earlier. */
  extend(key: string, times: { readonly now: number; readonly until: number }): Promise<void>
  /** Puts a row in place of the version before it, and ends the lease; false when that is not there. */
  replace(row: SessionRow): Promise<boolean>
  remove(key: string): Promise<void>
  /** Removes the sessions of an ended login; sessions without a sid are found by their subject. */
  removeLogin(login: EndedLogin): Promise<void>
  /** Reserves the renewal of this version; true for one caller at a time. */
  leaseRefresh(lease: RefreshLease): Promise<boolean>
  /** Gives the lease of this version back. */
  releaseRefresh(key: string, version: number): Promise<void>
  /** Remembers a key until then; false when it is remembered already. */
  claim(key: string, times: { readonly now: number; readonly until: number }): Promise<boolean>
  /** Remembers a logout; of two with the same key the wider one holds. A mark with `issuedAt` -1 covers no session. */
  markLogout(mark: LogoutMark): Promise<void>
  /** Whether one of the keys has a mark that covers a session issued then. */
  isLoggedOut(keys: readonly string[], issuedAt: number): Promise<boolean>
  /**
   * Forgets what is over; for a cron, or a few at each sign-in.
   *
   * @param most rows of each kind that it removes at most; all when left out
   */
  removeExpired(now: number, most?: number): Promise<void>
}
