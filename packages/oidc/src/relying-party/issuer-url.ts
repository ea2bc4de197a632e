import { SignOnError } from '../failure/sign-on-error.ts'

/** Whether a host is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Whether this is an https address, or plain http on the loopback interface. */
export function isSecureUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * Checks an endpoint of the identity server: https, or plain http when the issuer itself is so.
 *
 * @throws SignOnError `endpoint_insecure`
 */
export function requireSecureEndpoint(endpoint: string, name: string, issuer: string): void {
  const downgraded = issuer.startsWith('https:') && !endpoint.startsWith('https:')
  if (downgraded || !isSecureUrl(endpoint)) {
    throw new SignOnError('endpoint_insecure', { subject: name })
  }
}

/** Whether two issuers are equal except for one trailing slash. Assumes G-73. */
export function isSameIssuer(one: string, other: string): boolean {
  return withSlash(one) === withSlash(other)
}

/** The issuer with exactly one slash at the end, because paths are appended to it. */
export function withSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer : `${issuer}/`
}
