import { encodeBase64Url } from './jwt.ts'

/** SHA-256 of a text as base64url: the form in which secrets, codes and tokens are stored. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return encodeBase64Url(new Uint8Array(digest))
}

/**
 * The left half of the SHA-256 of a token, as `at_hash` holds it.
 *
 * @see OpenID Connect Core 3.1.3.6
 */
export async function leftHashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return encodeBase64Url(new Uint8Array(digest).subarray(0, 16))
}

function randomPart(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

/** A random code or token without content: two random parts joined by a dot. */
export function opaqueToken(): string {
  return `${randomPart()}.${randomPart()}`
}
