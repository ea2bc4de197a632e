import { createKeyRing, type KeyRing } from '@merchant-edge/signing/sealing'
import { hmacSha256 } from '../bytes/hmac-sha256.ts'

/** The id of every key before ids told one secret from another. */
const firstKeyId = 'v1'

interface SealingKey {
  readonly secret: string
  readonly keyId: string
  readonly ring: KeyRing
}

const kept = new Map<string, SealingKey>()
const mostKept = 4

/** A short name of a secret that says nothing about it: it tells under which one a text was sealed. */
async function keyIdOf(secret: string): Promise<string> {
  const mac = await hmacSha256(secret, 'id of the key')
  return `v2-${Array.from(mac.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

// A key is derived once for the many requests that one isolate serves with the same secret.
async function keyOf(secret: string): Promise<SealingKey> {
  const known = kept.get(secret)
  if (known !== undefined) return known
  const keyId = await keyIdOf(secret)
  const ids = [keyId, firstKeyId].map((id) => ({ id, secret }))
  const key = { secret, keyId, ring: createKeyRing('merchant-edge sealed text', ids) }
  if (kept.size >= mostKept) kept.clear()
  kept.set(secret, key)
  return key
}

/** What a sealed text belongs to, and the secrets that may have sealed it. */
export interface Seal {
  /** Secret of at least 16 characters; what is sealed now is sealed under it. */
  readonly secret: string
  /** The secret before that; it only opens. */
  readonly previousSecret?: string | undefined
  /** Id of the row that holds the text: sealed for one row, it opens for no other. */
  readonly owner: string
}

/** A text that was sealed. */
export interface OpenedText {
  readonly text: string
  /** Whether it is sealed under the secret that seals now; if not, it should be sealed again. */
  readonly isCurrent: boolean
}

/** Seals a secret text with AES-256-GCM, so that the database alone does not tell it. */
export async function sealText({ secret, owner }: Seal, text: string): Promise<string> {
  const { ring } = await keyOf(secret)
  return ring.seal(text, owner)
}

/** What a text begins with that is sealed under a secret: of one that begins otherwise, it was another. */
export async function sealedPrefix(secret: string): Promise<string> {
  const { keyId } = await keyOf(secret)
  return `${keyId}.`
}

/**
 * Opens a sealed text with either secret.
 *
 * @returns `undefined` when it was sealed under another secret or for another owner, or was changed
 */
export async function openText(
  { secret, previousSecret, owner }: Seal,
  sealed: string,
): Promise<OpenedText | undefined> {
  const { ring, keyId } = await keyOf(secret)
  const text = await ring.open(sealed, owner)
  if (text !== undefined) return { text, isCurrent: sealed.startsWith(`${keyId}.`) }
  if (previousSecret === undefined) return undefined
  const previous = await keyOf(previousSecret)
  const older = await previous.ring.open(sealed, owner)
  return older === undefined ? undefined : { text: older, isCurrent: false }
}
