import { bytesFromBase64url, toBase64url } from '../bytes/base64.ts'
import { utf8 } from '../bytes/utf8.ts'

const ivBytes = 12
const version = 'v1.'
const purpose = 'merchant-edge sealed text'
let kept: { readonly secret: string; readonly key: CryptoKey } | undefined

async function keyOf(secret: string): Promise<CryptoKey> {
  if (kept?.secret === secret) return kept.key
  const material = await crypto.subtle.importKey('raw', utf8(secret), 'HKDF', false, ['deriveKey'])
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  kept = { secret, key }
  return key
}

/** What a sealed text belongs to. */
export interface Seal {
  /** Secret of at least 16 characters. */
  readonly secret: string
  /** Id of the row that holds the text: sealed for one row, it opens for no other. */
  readonly owner: string
}

/** Seals a secret text with AES-256-GCM, so that the database alone does not tell it. */
export async function sealText({ secret, owner }: Seal, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(owner) },
    await keyOf(secret),
    utf8(text),
  )
  const bytes = new Uint8Array(ivBytes + sealed.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(sealed), ivBytes)
  return version + toBase64url(bytes)
}

/**
 * Opens a sealed text.
 *
 * @returns `undefined` when it was sealed under another secret or for another owner, or was changed
 */
export async function openText(
  { secret, owner }: Seal,
  sealed: string,
): Promise<string | undefined> {
  if (!sealed.startsWith(version)) return undefined
  const bytes = bytesFromBase64url(sealed.slice(version.length))
  if (bytes === undefined || bytes.length <= ivBytes) return undefined
  try {
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.slice(0, ivBytes), additionalData: utf8(owner) },
      await keyOf(secret),
      bytes.slice(ivBytes),
    )
    return new TextDecoder().decode(opened)
  } catch {
    return undefined
  }
}
