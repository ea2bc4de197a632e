import { SignOnError } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { hashText } from '../sealing/hash-text.ts'
import { fetchWalletUser } from './fetch-wallet-user.ts'
import type { WalletUser } from './wallet-user.ts'

/** Tells whose access token it is. */
export type TokenCheck = (accessToken: string, signal?: AbortSignal) => Promise<WalletUser>

/** How long answers are believed. */
export interface TokenCheckOptions {
  /** Seconds for which an answer is used again; 30 when left out. A revoked token lives as long. */
  readonly cacheSeconds?: number
  /** How many answers are kept; 1,000 when left out. */
  readonly cacheSize?: number
}

/**
 * Makes the check of a backend API that is called with the wallet's access tokens.
 *
 * The tokens are opaque and the server offers no introspection to clients, so the user-info call is the
 * only way. It does not say for which client the token was issued: a token of any client of this
 * identity server passes. Answers are kept under a hash of the token. Assumes G-77.
 */
export function createTokenCheck(
  relyingParty: RelyingParty,
  { cacheSeconds = 30, cacheSize = 1000 }: TokenCheckOptions = {},
): TokenCheck {
  const known = new Map<string, { readonly user: WalletUser; readonly until: number }>()
  return async (accessToken, signal) => {
    if (accessToken === '' || accessToken.length > 4096 || /[^\x21-\x7e]/.test(accessToken)) {
      throw new SignOnError('token_refused')
    }
    const key = await hashText(accessToken)
    const { now } = relyingParty.ports
    const found = known.get(key)
    if (found && found.until > now()) return found.user
    known.delete(key)
    const user = await fetchWalletUser(relyingParty, { accessToken, ...(signal && { signal }) })
    const [oldest] = known.keys()
    if (known.size >= cacheSize && oldest !== undefined) known.delete(oldest)
    known.set(key, { user, until: now() + cacheSeconds })
    return user
  }
}
