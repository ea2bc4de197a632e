import { utf8 } from './utf8.ts'

const algorithm = { name: 'HMAC', hash: 'SHA-256' }
let kept: { readonly secret: string; readonly key: CryptoKey } | undefined

/** Every callback needs the same key, so the last imported key is cached. */
async function importOnce(secret: string): Promise<CryptoKey> {
  if (kept?.secret === secret) return kept.key
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign'])
  kept = { secret, key }
  return key
}

/** Computes the HMAC-SHA256 of a text with a secret text as key. */
export async function hmacSha256(secret: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await importOnce(secret)
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)))
}
