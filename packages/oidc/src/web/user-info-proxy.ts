import { checkOptions } from '@merchant-edge/signing/options'
import { isSignOnFailure } from '../failure/sign-on-error.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { fetchWalletUser } from '../user-info/wallet-user.ts'
import { plain } from './answers.ts'

/** Settings of `createUserInfoProxy`. */
export interface UserInfoProxyOptions {
  readonly relyingParty: RelyingParty
  /** Origins of the pages, such as `https://app.example`. */
  readonly allowedOrigins: readonly string[]
}

const statuses = { retryable: 503, reauthenticate: 401, misconfigured: 502, attack: 502 } as const

/**
 * Creates a handler that calls the user-info endpoint for a single-page application: browsers block
 * the page's own call when the identity server does not allow the header `Authentication`. The
 * handler forwards the access token of the page, and answers in the form of the specification.
 * Assumes G-78.
 *
 * @returns a handler for any path and method: 204 to a preflight, 401 without a token, 403 to
 *   another origin
 * @throws TypeError when one of the origins is not a valid origin, so that it could match no page
 * @example
 * ```ts
 * import { createRelyingParty, webPorts } from '@merchant-edge/oidc'
 * import { createUserInfoProxy } from '@merchant-edge/oidc/web'
 *
 * const relyingParty = createRelyingParty({
 *   issuer: 'https://id.example',
 *   clientId: 'shop-page',
 *   authentication: { method: 'none' },
 *   ports: webPorts,
 * })
 * const proxy = createUserInfoProxy({ relyingParty, allowedOrigins: ['https://app.example'] })
 *
 * const foreign = await proxy(
 *   new Request('https://app.example/api/user-info', { headers: { origin: 'https://evil.example' } }),
 * )
 * if (foreign.status !== 403) throw new Error('Other origins are refused.')
 * ```
 */
export function createUserInfoProxy(
  options: UserInfoProxyOptions,
): (request: Request) => Promise<Response> {
  checkOptions('createUserInfoProxy', options, {
    relyingParty: 'object!',
    allowedOrigins: 'Array!',
  })
  const { relyingParty, allowedOrigins } = options
  const wrong = allowedOrigins.find((one) => !URL.canParse(one) || new URL(one).origin !== one)
  if (wrong !== undefined) {
    throw new TypeError(
      `allowedOrigins must be origins such as https://app.example, without a path or a slash, not ${wrong}.`,
    )
  }

  async function answer(request: Request): Promise<Response> {
    const header = request.headers.get('authentication') ?? request.headers.get('authorization')
    const [, accessToken] = /^bearer ([\x21-\x7e]{1,4096})$/i.exec(header ?? '') ?? []
    if (accessToken === undefined) return plain(401)
    try {
      const data = await fetchWalletUser(relyingParty, { accessToken })
      return Response.json({ data, meta: { code: 200 } })
    } catch (error) {
      if (!isSignOnFailure(error)) throw error
      return plain(statuses[error.kind])
    }
  }

  return async (request) => {
    const origin = request.headers.get('origin')
    if (origin !== null && !allowedOrigins.includes(origin)) return plain(403)
    const isPreflight = request.method === 'OPTIONS'
    const response = isPreflight ? new Response(null, { status: 204 }) : await answer(request)
    response.headers.set('cache-control', 'no-store')
    response.headers.append('vary', 'origin')
    if (origin !== null) {
      response.headers.set('access-control-allow-origin', origin)
      response.headers.set('access-control-allow-headers', 'authentication, content-type')
    }
    return response
  }
}
