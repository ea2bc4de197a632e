import { createKeyRing, type KeyRing } from '@merchant-edge/signing/sealing'
import { hmacSha256 } from '../bytes/hmac-sha256.ts'

/** The id of all keys from before key ids identified the secret. */
const firstKeyId = 'v1'

interface SealingKey {
  readonly secret: string
  readonly keyId: string
  readonly ring: KeyRing
}

const kept = new Map<string, SealingKey>()
const maxKeptKeys = 4

/**
 * A short id of a secret that reveals nothing about it; it identifies the secret with which a text
 * was sealed.
 */
async function keyIdOf(secret: string): Promise<string> {
  const mac = await hmacSha256(secret, 'id of the key')
  return `v2-${Array.from(mac.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

// Caches the derived key for the requests that one isolate serves with the same secret.
async function keyOf(secret: string): Promise<SealingKey> {
  const known = kept.get(secret)
  if (known !== undefined) return known
  const keyId = await keyIdOf(secret)
  const ids = [keyId, firstKeyId].map((id) => ({ id, secret }))
  const key = { secret, keyId, ring: createKeyRing('merchant-edge sealed text', ids) }
  if (kept.size >= maxKeptKeys) kept.clear()
  kept.set(secret, key)
  return key
}

/** The owner of a sealed text, and the secrets that may have sealed it. */
export interface Seal {
  /** Current secret, at least 16 characters; new texts are sealed with it. */
  readonly secret: string
  /** Previous secret; it is used only to open texts. */
  readonly previousSecret?: string | undefined
  /** Id of the row that holds the text: a text sealed for one row cannot be opened for another. */
  readonly owner: string
}

/** A decrypted text. */
export interface OpenedText {
  readonly text: string
  /** Whether it was sealed with the current secret; if not, it should be resealed. */
  readonly isCurrent: boolean
}

/**
 * Seals (encrypts) a secret text with AES-256-GCM, so that the database alone does not reveal it.
 */
export async function sealText({ secret, owner }: Seal, text: string): Promise<string> {
  const { ring } = await keyOf(secret)
  return ring.seal(text, owner)
}

/**
 * The prefix of all texts that are sealed with a secret; a text with another prefix was sealed with
 * another secret.
 */
export async function sealedPrefix(secret: string): Promise<string> {
  const { keyId } = await keyOf(secret)
  return `${keyId}.`
}

/**
 * Opens a sealed text with either secret.
 *
 * @returns `undefined` when the text was sealed with another secret or for another owner, or was
 *   changed
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
