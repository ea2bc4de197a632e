import type { SignOnFailure } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import type { KeyRing } from '../sealing/key-ring.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SignInRequest } from '../sign-in/start-sign-in.ts'
import type { SignedIn } from '../sign-in/token-set.ts'
import type { CookieWriter } from './cookies.ts'

/** What an application may ask of a sign-in. */
export type SignInDemands = Pick<
  SignInRequest,
  'prompt' | 'maximumLoginAgeSeconds' | 'acrValues' | 'uiLocales'
>

/** Sign-on of a web application with a backend. */
export interface SignOnWebOptions {
  readonly relyingParty: RelyingParty
  readonly sessions: Sessions
  /** Seals the cookies of sign-ins under way. */
  readonly keyRing: KeyRing
  /**
   * Origin of the application as browsers see it, such as `https://shop.example`. With
   * `http://localhost` cookies lose `Secure`, and have the port in front of their names and not `__Host-`.
   */
  readonly origin: string
  /** Path under which the routes live; `/auth` when left out. */
  readonly basePath?: string
  /** Scopes, separated by spaces; `openid offline profile` when left out. */
  readonly scope?: string
  /**
   * What a sign-in asks for besides, by its own request: a `maximumLoginAgeSeconds` before an action that needs a fresh
   * login, or `acrValues`. What the sign-in proved stands in its identity, for the application to compare.
   */
  readonly demands?: (request: Request) => SignInDemands
  /** Where to go after sign-in and sign-out when nothing else was asked for; `/` when left out. */
  readonly homePath?: string
  /** Told of each sign-in, and of the callback that ended it, before its session opens; create the account here. */
  readonly onSignedIn?: (signedIn: SignedIn, request: Request) => void | Promise<void>
  /**
   * Told of each failure; may answer instead of the built-in page. It holds no token.
   *
   * `signInPath` is where the sign-in begins anew. It leads to the page that was asked for, where that is known.
   */
  readonly onFailure?: (
    failure: SignOnFailure,
    request: Request,
    signInPath: string,
  ) => Response | void | Promise<Response | void>
}

/** Settings that the routes of sign-on share, with their defaults filled in. */
export interface RouteContext {
  readonly options: SignOnWebOptions
  readonly writer: CookieWriter
  /** Without a slash at the end. */
  readonly origin: string
  /** Where to go when nothing else was asked for. */
  readonly homePath: string
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
  /** Where a sign-in begins that leads to a path of the application; to `homePath` when it is left out. */
  readonly signInPath: (returnTo?: string) => string
}
