/** State of a sign-in as it is stored. */
export type StoredSignInState = 'approved' | 'signed_in' | 'ended'

/** The operator of a sign-in. */
export interface SignInOperator {
  /** Name of the operator, recorded in the journal with every action of the token. */
  readonly name: string
  /** `view` may read; `money` may read and act. */
  readonly role: 'view' | 'money'
  /** Codes of the stores that the operator sees; every store when left out. */
  readonly stores?: readonly string[]
}

/** An approval of an operator, who has signed in at the desk with a second factor. */
export interface SignInApproval {
  /**
   * Id of the sign-in, 16 to 64 characters of `A-Z a-z 0-9 _ -`; it is shown to people and is no
   * secret.
   */
  readonly id: string
  /** SHA-256 of the code that the browser passes to the command line, as 64 hex digits. */
  readonly codeSha256: string
  /** SHA-256 of the secret that the command line keeps, as 64 hex digits. */
  readonly challenge: string
  readonly operator: SignInOperator
  /** `sub` of the operator at the identity server. */
  readonly subject: string
  /** `sid` of the login there, if the id_token has one. */
  readonly loginSession?: string
}

/** A code that a command line redeems. */
export interface CodeRedemption {
  /** SHA-256 of the code, as 64 hex digits. */
  readonly codeSha256: string
  /** SHA-256 of the secret sent with the code, as 64 hex digits. */
  readonly challenge: string
  /** SHA-256 of the token that will be issued, as 64 hex digits. */
  readonly tokenSha256: string
}

/** A sign-in as the API shows it. */
export interface SignInView {
  readonly id: string
  readonly operator: SignInOperator
  /** `approved` until the command line has fetched its token. */
  readonly state: 'approved' | 'signed_in'
  /** When it was approved, in seconds since 1970. */
  readonly approvedAt: number
  /** When it expires, in seconds since 1970. */
  readonly expiresAt: number
}

/** The sign-ins to end: one, or all of a login at the identity server. */
export type SignInsToEnd =
  | { readonly id: string }
  | { readonly subject?: string | undefined; readonly loginSession?: string | undefined }

/** Methods for the checkout about sign-ins on a command line. */
export interface SignInsApi {
  /**
   * Redeems the code of an approval for a token that is valid for an hour. A code that arrives with
   * a wrong secret or a second time has leaked: its sign-in ends.
   *
   * @returns `null` for a code that cannot be redeemed
   */
  redeemCode(redemption: CodeRedemption): Promise<SignInView | null>
  /**
   * The sign-in whose token has this SHA-256, as 64 hex digits; `null` when there is none, or it
   * has ended.
   */
  findSignIn(tokenSha256: string): Promise<SignInView | null>
  /** Ends the sign-in whose token has this SHA-256. */
  signOut(tokenSha256: string): Promise<void>
}

/** Methods for the desk about sign-ins on a command line. */
export interface DeskSignInsApi {
  /** Stores an approval for a minute, until the command line fetches its token. */
  approveSignIn(approval: SignInApproval): Promise<void>
  /** Active sign-ins, newest first, at most 100. */
  listSignIns(): Promise<readonly SignInView[]>
  /**
   * Ends sign-ins.
   *
   * @param by name of the operator who ends them, or the automatic cause
   */
  endSignIns(which: SignInsToEnd, by: string): Promise<void>
}
