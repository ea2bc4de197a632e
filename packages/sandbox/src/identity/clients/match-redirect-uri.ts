import { OAuthError } from '../oauth-error.ts'
import type { IdentityServer } from '../identity-server.ts'
import type { IdentityClient } from './clients.ts'

function isAnyPortLoopback(registered: string, given: string): boolean {
  const left = URL.parse(registered)
  const right = URL.parse(given)
  if (left === null || right === null) return false
  // Only the literal addresses: the name localhost may lead elsewhere. RFC 8252, 8.3
  const isLoopback = left.hostname === '127.0.0.1' || left.hostname === '[::1]'
  const rest = (url: URL) =>
    `${url.protocol}//${url.hostname}${url.pathname}${url.search}${url.hash}`
  return isLoopback && left.protocol === 'http:' && rest(left) === rest(right)
}

function decodeOnceMore(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_request', 'redirect_uri is not URL-encoded.')
  }
}

/**
 * The address to answer an authorization request at: registered exactly so; on the literal loopback
 * addresses any port will do.
 *
 * @param sent `redirect_uri` of the request, which may be left out when one address is registered
 * @throws OAuthError `invalid_request`
 */
export function matchRedirectUri(
  server: IdentityServer,
  client: IdentityClient,
  sent: string | undefined,
): string {
  const { redirectUris } = client
  if (sent === undefined || sent === '') {
    const [only, another] = redirectUris
    if (only !== undefined && another === undefined) return only
    throw new OAuthError('invalid_request', 'redirect_uri is missing.')
  }
  const isLax = server.behaviour.isLaxAboutRedirects
  const given = isLax ? decodeOnceMore(sent) : sent
  const isSame = (registered: string) =>
    registered === given || (isLax && registered.toLowerCase() === given.toLowerCase())
  if (redirectUris.some((uri) => isSame(uri) || isAnyPortLoopback(uri, given))) return given
  throw new OAuthError(
    'invalid_request',
    'redirect_uri is none of those that the client is registered with.',
  )
}
