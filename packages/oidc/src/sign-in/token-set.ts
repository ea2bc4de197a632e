/**
 * The tokens of one sign-in. Secrets: never log them.
 *
 * @see Specification 2.14
 */
export interface TokenSet {
  readonly accessToken: string
  /** Seconds since 1970; an hour after the answer when the server names no lifetime. */
  readonly accessTokenExpiresAt: number
  /** Present only with the scope "offline". */
  readonly refreshToken?: string
  readonly idToken: string
  /** Granted scopes, separated by spaces; may be fewer than requested. */
  readonly scope: string
}

/** The customer and the login, from the id_token. */
export interface SignedInIdentity {
  readonly issuer: string
  /** Stable id of the customer at this identity server. */
  readonly subject: string
  /** Id of the login session, which logout notices name. */
  readonly sid?: string
  /** When the id_token of the sign-in was issued, seconds since 1970, on the server's clock. */
  readonly issuedAt: number
  /** When the customer authenticated, seconds since 1970. */
  readonly authenticatedAt?: number
  /** Authentication level (`acr`), one name agreed between server and application. */
  readonly acr?: string
  /**
   * Authentication methods, such as `pwd`, `otp`, `hwk` and `mfa`.
   *
   * @see RFC 8176
   */
  readonly amr?: readonly string[]
}

/** The result of a sign-in whose tokens and claims were all checked. */
export interface SignedIn {
  readonly tokens: TokenSet
  readonly identity: SignedInIdentity
  /** Requested path of the own origin to go to after sign-in. */
  readonly returnTo?: string
}
