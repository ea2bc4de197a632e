import type { CookieWriter } from './cookies.ts'
import type { SignOnWebOptions } from './web-options.ts'

/** What every route of sign-on knows. */
export interface RouteContext {
  readonly options: SignOnWebOptions
  readonly writer: CookieWriter
  readonly origin: string
  /** Where to go when nothing else was asked for. */
  readonly homePath: string
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
}
