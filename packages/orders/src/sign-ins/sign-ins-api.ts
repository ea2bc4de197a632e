/** State of a sign-in as it is stored. */
export type StoredSignInState = 'approved' | 'signed_in' | 'ended'

/** Whom a sign-in is for. */
export interface SignInOperator {
  /** Stands in the journal beside what is done with the token. */
  readonly name: string
  /** `view` reads; `money` reads and acts. */
  readonly role: 'view' | 'money'
  /** Codes of the stores that the operator sees; every store when left out. */
  readonly stores?: readonly string[]
}

/** An approval of an operator, who has signed in at the desk with a second factor. */
export interface SignInApproval {
  /** Id of the sign-in, 16 to 64 characters of `A-Z a-z 0-9 _ -`; it is shown, and opens nothing. */
  readonly id: string
  /** SHA-256 of the code that goes to the command line through the browser, as 64 hex digits. */
  readonly codeSha256: string
  /** SHA-256 of the secret that the command line keeps, as 64 hex digits. */
  readonly challenge: string
  readonly operator: SignInOperator
  /** `sub` of the operator at the identity server. */
  readonly subject: string
  /** `sid` of the login there, where the id_token names one. */
  readonly loginSession?: string
}

/** A code that comes back from a command line. */
export interface CodeRedemption {
  /** SHA-256 of the code, as 64 hex digits. */
  readonly codeSha256: string
  /** SHA-256 of the secret that came with it, as 64 hex digits. */
  readonly challenge: string
  /** SHA-256 of the token that is to be handed out, as 64 hex digits. */
  readonly tokenSha256: string
}

/** A sign-in as people see it. */
export interface SignInView {
  readonly id: string
  readonly operator: SignInOperator
  /** `approved` until the command line has come for its token. */
  readonly state: 'approved' | 'signed_in'
  /** When it was approved, in seconds since 1970. */
  readonly approvedAt: number
  /** When it ends by itself, in seconds since 1970. */
  readonly expiresAt: number
}

/** Which sign-ins end: one, or all of a login at the identity server. */
export type SignInsToEnd =
  | { readonly id: string }
  | { readonly subject?: string | undefined; readonly loginSession?: string | undefined }

/** What the checkout may ask about sign-ins on a command line. */
export interface SignInsApi {
  /**
   * Redeems the code of an approval for a token of an hour. A code that comes with another secret, or a second time, is
   * known to somebody else: its sign-in ends.
   *
   * @returns `null` for a code that cannot be redeemed
   */
  redeemCode(redemption: CodeRedemption): Promise<SignInView | null>
  /** The sign-in whose token has this SHA-256, as 64 hex digits; `null` when there is none, or it is over. */
  findSignIn(tokenSha256: string): Promise<SignInView | null>
  /** Ends the sign-in whose token has this SHA-256. */
  signOut(tokenSha256: string): Promise<void>
}

/** What the desk may ask about sign-ins on a command line. */
export interface DeskSignInsApi {
  /** Keeps an approval until the command line comes for its token, for a minute. */
  approveSignIn(approval: SignInApproval): Promise<void>
  /** Sign-ins that are not over, newest first, at most 100. */
  listSignIns(): Promise<readonly SignInView[]>
  /**
   * Ends sign-ins.
   *
   * @param by name of the operator who ends them, or what does
   */
  endSignIns(which: SignInsToEnd, by: string): Promise<void>
}
