import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { SignOnError } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { hashText } from '../sealing/opaque-text.ts'
import { fetchWalletUser } from './wallet-user.ts'
import type { WalletUser } from './wallet-user.ts'

/**
 * Finds out to which customer an access token belongs.
 *
 * @throws SignOnError `token_refused` when it is expired, revoked or malformed
 */
export type TokenCheck = (accessToken: string, signal?: AbortSignal) => Promise<WalletUser>

/** How long and how many answers are cached. */
export interface TokenCheckOptions {
  /**
   * Seconds for which an answer is cached; 30 when left out, 0 for no cache. A revoked token is
   * accepted that long.
   */
  readonly cacheSeconds?: number | undefined
  /** How many answers are cached; 1,000 when left out. */
  readonly cacheSize?: number | undefined
}

/**
 * Refuses an option that is not a number, such as the text of an environment variable: added to a
 * time it would give a text that compares wrongly with times.
 *
 * @throws TypeError naming the option
 */
function requirePositive(name: string, value: unknown): void {
  if (typeof value === 'number' && value > 0 && value < Infinity) return
  throw new TypeError(`${name} must be a number greater than 0.`)
}

/**
 * Creates a token check for a backend API that is called with the wallet's access tokens.
 *
 * The tokens are opaque and the server offers no introspection to clients, so the check calls
 * user-info. It cannot tell for which client the token was issued: a token of any client of this
 * identity server is accepted. Answers are cached under a hash of the token. Assumes G-77.
 *
 * @throws TypeError when an option is not a number, or less than 0
 * @example
 * ```ts
 * import { createRelyingParty, createTokenCheck, isSignOnFailure, webPorts } from '@merchant-edge/oidc'
 *
 * const relyingParty = createRelyingParty({
 *   issuer: 'https://id.example',
 *   clientId: 'shop-api',
 *   authentication: { method: 'none' },
 *   ports: webPorts,
 * })
 * const check = createTokenCheck(relyingParty, { cacheSeconds: 30 })
 *
 * export async function answer(request: Request): Promise<Response> {
 *   const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
 *   try {
 *     const user = await check(token)
 *     return Response.json({ name: user.full_name ?? null })
 *   } catch (error) {
 *     if (!isSignOnFailure(error)) throw error
 *     return new Response(null, { status: error.kind === 'retryable' ? 503 : 401 })
 *   }
 * }
 *
 * const refused = await answer(new Request('https://api.example/me'))
 * if (refused.status !== 401) throw new Error('A request without a token is refused.')
 * ```
 */
export function createTokenCheck(
  relyingParty: RelyingParty,
  options: TokenCheckOptions = {},
): TokenCheck {
  checkArguments('createTokenCheck', { relyingParty, options })
  checkOptions('createTokenCheck', options, { cacheSeconds: 'any', cacheSize: 'any' })
  const { cacheSeconds = 30, cacheSize = 1000 } = options
  // 0 disables the cache.
  if (cacheSeconds !== 0) requirePositive('cacheSeconds', cacheSeconds)
  requirePositive('cacheSize', cacheSize)
  const known = new Map<string, { readonly user: WalletUser; readonly until: number }>()
  return async (accessToken, signal) => {
    if (accessToken === '' || accessToken.length > 4096 || /[^\x21-\x7e]/.test(accessToken)) {
      throw new SignOnError('token_refused')
    }
    const key = await hashText(accessToken)
    const found = known.get(key)
    if (found && found.until > relyingParty.nowSeconds()) return found.user
    known.delete(key)
    const user = await fetchWalletUser(relyingParty, { accessToken, ...(signal && { signal }) })
    const [oldest] = known.keys()
    if (known.size >= cacheSize && oldest !== undefined) known.delete(oldest)
    known.set(key, { user, until: relyingParty.nowSeconds() + cacheSeconds })
    return user
  }
}
