import { base64url } from 'jose'

/** SHA-256 of a text, as 43 characters of base64url. */
export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return base64url.encode(new Uint8Array(digest))
}
