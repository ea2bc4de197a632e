import { checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { SignOnError, isSignOnFailure } from '../failure/sign-on-error.ts'
import { webPorts, type SignOnPorts } from '../relying-party/ports.ts'
import { createRelyingParty, type RelyingParty } from '../relying-party/relying-party.ts'
import type { ServerMetadata } from '../relying-party/server-metadata.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { readReturnTo } from '../sign-in/return-to.ts'
import { startSignIn } from '../sign-in/start-sign-in.ts'
import type { SignedIn, SignedInIdentity } from '../sign-in/token-set.ts'
import { readTransaction, type SignInTransaction } from '../sign-in/transaction.ts'
import { checkSignedOut, startSignOut } from '../sign-out/start-sign-out.ts'
import { refreshTokens } from '../tokens/refresh-tokens.ts'
import { revokeTokens } from '../tokens/revoke-tokens.ts'
import { fetchWalletUser, type WalletUser } from '../user-info/wallet-user.ts'

/** The parts of `window` that sign-on uses. */
export interface Page {
  /** Stores the running sign-in, for this tab only. */
  readonly sessionStorage: {
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  readonly location: {
    readonly href: string
    readonly origin: string
    assign(url: string): void
  }
  readonly history: {
    replaceState(data: unknown, unused: string, url: string): void
  }
}

/** A single-page application: a public client, with PKCE. */
export interface BrowserSignOnOptions {
  /** Address of the identity server, with or without a slash at the end. */
  readonly issuer: string
  readonly clientId: string
  /** A registered address of the application itself. */
  readonly redirectUri: string
  /** The `window` of the page. */
  readonly page: Page
  /** Scopes, separated by spaces; `openid profile` when left out. */
  readonly scope?: string | undefined
  /** Endpoints that differ; set `userinfo_endpoint` to your user-info proxy. */
  readonly metadata?: Partial<ServerMetadata> | undefined
  /** A registered address to come back to after sign-out. */
  readonly postLogoutRedirectUri?: string | undefined
  /** Network, clock and timer; those of the browser when left out. */
  readonly ports?: SignOnPorts | undefined
}

/** Sign-on of a single-page application. Tokens live in memory only and are gone with the page. */
export interface BrowserSignOn {
  /** Navigates to the login page, which returns to a path of the application. */
  signIn(returnTo?: string): Promise<void>
  /**
   * Call it when the page loads: finishes a sign-in or a sign-out if this is the return from one. A
   * call beside a running one gets its result.
   *
   * @throws SignOnError
   */
  resume(): Promise<SignedInIdentity | undefined>
  /** The customer who is signed in on this page; `undefined` when nobody is. */
  identity(): SignedInIdentity | undefined
  /**
   * An access token that is valid for at least another minute; it is renewed if necessary, once for
   * all callers.
   *
   * @throws SignOnError `session_ended` when the customer has to sign in again
   */
  accessToken(): Promise<string>
  /** The wallet's data about the customer. */
  user(): Promise<WalletUser>
  /** Revokes the tokens and goes to the identity server to end the login there. */
  signOut(): Promise<void>
}

const renewBeforeSeconds = 60
const signOutKey = 'sign-on out'

function transactionKey(state: string): string {
  return `sign-on ${state}`
}

function takeItem({ sessionStorage }: Page, key: string): string | undefined {
  const value = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return value
}

interface PageState {
  signedIn: SignedIn | undefined
  /** The running renewal, which every caller awaits. */
  renewal: Promise<SignedIn> | undefined
  redirectUri: string
}

async function renew(relyingParty: RelyingParty, state: PageState): Promise<SignedIn> {
  const { signedIn, redirectUri } = state
  if (!signedIn) throw new SignOnError('session_ended')
  const { tokens, identity } = signedIn
  try {
    const renewed = await refreshTokens(relyingParty, { tokens, identity, redirectUri })
    state.signedIn = { ...signedIn, tokens: renewed }
    return state.signedIn
  } catch (error) {
    const isOver = isSignOnFailure(error) && /^(reauthenticate|attack)$/.test(error.kind)
    if (isOver) state.signedIn = undefined
    throw error
  }
}

async function freshToken(relyingParty: RelyingParty, state: PageState): Promise<string> {
  const tokens = state.signedIn?.tokens
  if (!tokens) throw new SignOnError('session_ended')
  const left = tokens.accessTokenExpiresAt - relyingParty.nowSeconds()
  if (left > renewBeforeSeconds) return tokens.accessToken
  if (tokens.refreshToken === undefined && left > 0) return tokens.accessToken
  state.renewal ??= renew(relyingParty, state).finally(() => {
    state.renewal = undefined
  })
  return (await state.renewal).tokens.accessToken
}

/**
 * The state of a returning sign-in; `undefined` for every other page, including the return from a
 * sign-out.
 */
function stateOfCallback({ searchParams }: URL): string | undefined {
  const isCallback = searchParams.has('code') || searchParams.has('error')
  return isCallback ? (searchParams.get('state') ?? undefined) : undefined
}

function takeTransaction(
  { page, url }: { page: Page; url: URL },
  state: string,
): SignInTransaction {
  // Code and state are removed from the address, so that no other code sees them and no later
  // sign-in returns to them.
  page.history.replaceState(null, '', url.pathname)
  // Removed before it is used, because a code works only once.
  const kept = takeItem(page, transactionKey(state))
  if (kept === undefined) throw new SignOnError('transaction_missing')
  const transaction = readTransaction(kept)
  if (transaction.returnTo !== undefined) page.history.replaceState(null, '', transaction.returnTo)
  return transaction
}

function finishSignOut({ page, url }: { page: Page; url: URL }, state: string): void {
  if (!url.searchParams.has('state')) return
  checkSignedOut(url.href, state)
  page.history.replaceState(null, '', url.pathname)
}

const optionRules: OptionRules<BrowserSignOnOptions> = {
  issuer: 'any',
  clientId: 'any',
  redirectUri: 'string!',
  page: 'object!',
  scope: 'string',
  metadata: 'any',
  postLogoutRedirectUri: 'string',
  ports: 'any',
}

/**
 * Makes the sign-on of a single-page application. Prefer a backend (`@merchant-edge/oidc/web`),
 * which keeps the tokens out of the page.
 *
 * @throws TypeError when issuer is neither https nor plain http on the loopback interface
 * @example
 * ```ts
 * import { createBrowserSignOn, type Page } from '@merchant-edge/oidc/browser'
 *
 * // Call it with `window` when the page loads.
 * export async function start(page: Page): Promise<string | undefined> {
 *   const signOn = createBrowserSignOn({
 *     issuer: 'https://id.example',
 *     clientId: 'shop-page',
 *     redirectUri: 'https://app.example/',
 *     page,
 *     metadata: { userinfo_endpoint: 'https://app.example/api/user-info' },
 *   })
 *   const customer = await signOn.resume()
 *   if (customer === undefined) await signOn.signIn('/account')
 *   return customer?.subject
 * }
 * ```
 */
export function createBrowserSignOn(options: BrowserSignOnOptions): BrowserSignOn {
  checkOptions('createBrowserSignOn', options, optionRules)
  const { page, redirectUri, postLogoutRedirectUri, scope = 'openid profile' } = options
  const relyingParty = createRelyingParty({
    issuer: options.issuer,
    clientId: options.clientId,
    authentication: { method: 'none' },
    ports: options.ports ?? webPorts,
    ...(options.metadata && { metadata: options.metadata }),
  })
  const state: PageState = { signedIn: undefined, renewal: undefined, redirectUri }
  let resuming: Promise<SignedInIdentity | undefined> | undefined

  async function resume(): Promise<SignedInIdentity | undefined> {
    const url = new URL(page.location.href)
    const signInState = stateOfCallback(url)
    const signOutState = takeItem(page, signOutKey)
    if (signInState === undefined) {
      if (signOutState !== undefined) finishSignOut({ page, url }, signOutState)
      return state.signedIn?.identity
    }
    const transaction = takeTransaction({ page, url }, signInState)
    state.signedIn = await completeSignIn(relyingParty, { url: url.href, transaction })
    return state.signedIn.identity
  }

  return {
    async signIn(returnTo) {
      const started = await startSignIn(relyingParty, {
        redirectUri,
        scope,
        returnTo: readReturnTo(returnTo ?? page.location.href, page.location.origin),
      })
      const { transaction } = started
      const key = transactionKey(transaction.state)
      page.sessionStorage.setItem(key, JSON.stringify(transaction))
      page.location.assign(started.url)
    },
    resume() {
      resuming ??= resume().finally(() => (resuming = undefined))
      return resuming
    },
    identity: () => state.signedIn?.identity,
    accessToken: () => freshToken(relyingParty, state),
    async user() {
      const accessToken = await freshToken(relyingParty, state)
      const subject = state.signedIn?.identity.subject
      return fetchWalletUser(relyingParty, {
        accessToken,
        ...(subject !== undefined && { subject }),
      })
    },
    async signOut() {
      // The tokens of a running renewal are revoked too.
      await state.renewal?.catch(() => undefined)
      const { signedIn } = state
      state.signedIn = undefined
      if (!signedIn) return
      try {
        await revokeTokens(relyingParty, signedIn.tokens)
      } catch (error) {
        if (!isSignOnFailure(error)) throw error
      }
      const started = await startSignOut(relyingParty, {
        idToken: signedIn.tokens.idToken,
        ...(postLogoutRedirectUri !== undefined && { postLogoutRedirectUri }),
      })
      page.sessionStorage.setItem(signOutKey, started.state)
      page.location.assign(started.url)
    },
  }
}
