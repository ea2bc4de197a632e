import { base64url } from 'jose'

/** SHA-256 of a text, as 43 characters of base64url. */
export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return base64url.encode(new Uint8Array(digest))
}

/** 256 random bits as 43 characters of base64url. */
export function randomText(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}
