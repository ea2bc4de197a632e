/**
 * The tokens of one sign-in. Secrets: never log them.
 *
 * @see Specification 2.14
 */
export interface TokenSet {
  readonly accessToken: string
  /** Seconds since 1970; an hour after the answer when the server names no lifetime. */
  readonly accessTokenExpiresAt: number
  /** There only with the scope "offline". */
  readonly refreshToken?: string
  readonly idToken: string
  /** Scopes that the server granted, separated by spaces; may be fewer than were asked for. */
  readonly scope: string
}

/** What the id_token says about the customer and the login. */
export interface SignedInIdentity {
  readonly issuer: string
  /** Stable id of the customer at this identity server. */
  readonly subject: string
  /** Id of the login session, which logout notices name. */
  readonly sid?: string
  /** When the id_token of the sign-in was issued, seconds since 1970, on the server's clock. */
  readonly issuedAt: number
  /** When the customer proved who they are, seconds since 1970. */
  readonly authenticatedAt?: number
  /** How the customer proved it, as one name for all of it that server and application have agreed on. */
  readonly acr?: string
  /**
   * The means by which the customer proved it, such as `pwd`, `otp`, `hwk` and `mfa`.
   *
   * @see RFC 8176
   */
  readonly amr?: readonly string[]
}

/** The result of a sign-in whose tokens and claims were all checked. */
export interface SignedIn {
  readonly tokens: TokenSet
  readonly identity: SignedInIdentity
  /** Where the customer wanted to go: a path of the own origin. */
  readonly returnTo?: string
}
