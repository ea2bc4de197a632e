import { decodeBase64Url, encodeBase64Url } from '../base64.ts'
import type { WebCryptoKey } from '../keys/web-crypto-key.ts'

/** A secret that seals texts. */
export interface SealingKey {
  /**
   * Short name that is stored with sealed texts: 1 to 16 letters, digits or hyphens. It selects the
   * key without trying the others; several keys may share one id.
   */
  readonly id: string
  /**
   * At least 32 characters of randomness, such as 32 random bytes in base64; fewer than 16 are
   * refused.
   */
  readonly secret: string
}

/** Seals texts with one key, and opens what any of its keys has sealed. */
export interface KeyRing {
  /**
   * Encrypts and authenticates a text.
   *
   * @param context what the text belongs to, such as the id of its row; it can be opened only with
   *   the same context
   * @returns the id of the key, a full stop, and nonce, ciphertext and tag in base64url
   * @throws TypeError when the text or the context is not a text
   */
  seal(text: string, context: string): Promise<string>
  /**
   * Opens a sealed text.
   *
   * @returns `undefined` when it was sealed by another ring or in another context, or was changed
   */
  open(sealed: string, context: string): Promise<string | undefined>
}

const nonceBytes = 12
const tagBytes = 16
const encoder = new TextEncoder()
const minSecretChars = 16
const form = /^([A-Za-z0-9-]{1,16})\.([A-Za-z0-9_-]+)$/

/**
 * A value that is missing in plain JavaScript would be sealed as an empty text, or belong to
 * nothing.
 */
function checkIsText(name: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a text`)
}

async function deriveKey(secret: string, use: string): Promise<WebCryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveKey',
  ])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(0),
    info: encoder.encode(use),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/**
 * Makes a key ring: the first key seals, every key opens. To rotate a secret, put a new key in
 * front and remove the old one when nothing sealed with it is needed any more. AES-256-GCM with a
 * random nonce, under a key that HKDF-SHA-256 derives from the secret and the use.
 *
 * @param use what is sealed, such as `sessions of the shop`; each use derives a different key from
 *   the same secret
 * @param keys at least one
 * @throws TypeError when `keys` is not a list or has no key, an id is not of the form that
 *   `SealingKey` describes, or a secret is missing or shorter than 16 characters
 * @see RFC 5869 and NIST SP 800-38D
 * @example
 * ```ts
 * import { createKeyRing } from '@merchant-edge/signing/sealing'
 *
 * const ring = createKeyRing('user tokens', [
 *   { id: 'b', secret: 'the new secret, 32 random bytes in base64' },
 *   { id: 'a', secret: 'the old secret, 32 random bytes in base64' },
 * ])
 * const sealed = await ring.seal('TOKEN-1', 'link 42')
 * const opened = await ring.open(sealed, 'link 42')
 * if (opened !== 'TOKEN-1') throw new Error('It opens in its own context.')
 * if ((await ring.open(sealed, 'link 43')) !== undefined) throw new Error('And in no other.')
 * ```
 */
export function createKeyRing(use: string, keys: readonly SealingKey[]): KeyRing {
  if (!Array.isArray(keys)) throw new TypeError('The keys of the key ring must be a list.')
  const [first] = keys
  if (!first) throw new TypeError('The key ring needs at least one key.')
  if (!keys.every(({ id }) => typeof id === 'string' && /^[A-Za-z0-9-]{1,16}$/.test(id))) {
    throw new TypeError('The id of a sealing key is 1 to 16 letters, digits or hyphens.')
  }
  // Plain JavaScript may pass a missing setting, which would give a key that everybody can derive.
  const weak = keys.find(
    ({ secret }) => typeof secret !== 'string' || secret.length < minSecretChars,
  )
  if (weak) {
    throw new TypeError(
      `The secret of the sealing key "${weak.id}" is missing or shorter than ${minSecretChars} characters.`,
    )
  }
  const derived = new Map<SealingKey, WebCryptoKey>()

  async function keyOf(sealing: SealingKey): Promise<WebCryptoKey> {
    const key = derived.get(sealing) ?? (await deriveKey(sealing.secret, use))
    derived.set(sealing, key)
    return key
  }

  async function openUnder(
    sealing: SealingKey,
    bytes: Uint8Array<ArrayBuffer>,
    context: string,
  ): Promise<string | undefined> {
    const iv = bytes.slice(0, nonceBytes)
    const parameters = { name: 'AES-GCM', iv, additionalData: encoder.encode(context) }
    try {
      const key = await keyOf(sealing)
      const opened = await crypto.subtle.decrypt(parameters, key, bytes.slice(nonceBytes))
      return new TextDecoder().decode(opened)
    } catch {
      return undefined
    }
  }

  return {
    async seal(text, context) {
      checkIsText('text', text)
      checkIsText('context', context)
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const parameters = { name: 'AES-GCM', iv, additionalData: encoder.encode(context) }
      const key = await keyOf(first)
      const sealed = await crypto.subtle.encrypt(parameters, key, encoder.encode(text))
      const bytes = new Uint8Array(nonceBytes + sealed.byteLength)
      bytes.set(iv)
      bytes.set(new Uint8Array(sealed), nonceBytes)
      return `${first.id}.${encodeBase64Url(bytes)}`
    },
    async open(sealed, context) {
      const [, id, body = ''] = form.exec(sealed) ?? []
      const bytes = decodeBase64Url(body)
      if (bytes === undefined || bytes.length < nonceBytes + tagBytes) return undefined
      for (const key of keys) {
        const opened = key.id === id ? await openUnder(key, bytes, context) : undefined
        if (opened !== undefined) return opened
      }
      return undefined
    },
  }
}
