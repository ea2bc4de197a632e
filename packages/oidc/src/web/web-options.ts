import type { SignOnFailure } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import type { KeyRing } from '../sealing/key-ring.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SignInRequest } from '../sign-in/start-sign-in.ts'
import type { SignedIn } from '../sign-in/token-set.ts'
import type { CookieWriter } from './cookies.ts'

/** Requirements of an application for a sign-in. */
export type SignInDemands = Pick<
  SignInRequest,
  'prompt' | 'maxLoginAgeSeconds' | 'acrValues' | 'uiLocales'
>

/** Sign-on of a web application with a backend. */
export interface SignOnWebOptions {
  readonly relyingParty: RelyingParty
  readonly sessions: Sessions
  /** Seals the cookies of running sign-ins. */
  readonly keyRing: KeyRing
  /**
   * Origin of the application as browsers see it, such as `https://shop.example`. With
   * `http://localhost` cookies have no `Secure`, and their names begin with the port instead of
   * `__Host-`.
   */
  readonly origin: string
  /** Path under which the routes are, without a slash at its end; `/auth` when left out. */
  readonly basePath?: string | undefined
  /** Scopes, separated by spaces; `openid offline profile` when left out. */
  readonly scope?: string | undefined
  /**
   * Further requirements of a sign-in, derived from its request: for example
   * `maxLoginAgeSeconds` before an action that needs a fresh login, or `acrValues`. The
   * application must check the identity of the sign-in against them.
   */
  readonly demands?: ((request: Request) => SignInDemands) | undefined
  /** Default path after sign-in and sign-out; `/` when left out. */
  readonly homePath?: string | undefined
  /**
   * Called for each sign-in with its callback request, before the session is created; create the
   * account here.
   */
  readonly onSignedIn?: ((signedIn: SignedIn, request: Request) => void | Promise<void>) | undefined
  /**
   * Called for each failure; may return an answer that replaces the built-in page. The failure
   * contains no token.
   *
   * `signInPath` is the start of a new sign-in; it leads to the page that was requested, if that is
   * known.
   */
  readonly onFailure?:
    | ((
        failure: SignOnFailure,
        request: Request,
        signInPath: string,
      ) => Response | void | Promise<Response | void>)
    | undefined
}

/** Settings that the routes of sign-on share, with their defaults filled in. */
export interface RouteContext {
  readonly options: SignOnWebOptions
  readonly writer: CookieWriter
  /** Without a slash at the end. */
  readonly origin: string
  /** Path to go to after a sign-in that names none, and after sign-out. */
  readonly homePath: string
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
  /**
   * Start of a sign-in that leads to a path of the application; to `homePath` when it is left out.
   */
  readonly signInPath: (returnTo?: string) => string
}
