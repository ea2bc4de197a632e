import { base64url } from 'jose'

/** A secret that seals cookies and stored sessions. */
export interface SealingKey {
  /** Short name that travels with what was sealed: 1 to 16 letters, digits or hyphens. */
  readonly id: string
  /** At least 32 characters of randomness, such as 32 random bytes in base64. */
  readonly secret: string
}

/** Seals and opens texts. */
export interface KeyRing {
  /**
   * Encrypts and authenticates a text.
   *
   * @param purpose what it is for; it can be opened for the same purpose only
   */
  seal(text: string, purpose: string): Promise<string>
  /** The text; `undefined` when it was not sealed by this ring for this purpose, or was changed. */
  open(sealed: string, purpose: string): Promise<string | undefined>
}

const encoder = new TextEncoder()
const form = /^([A-Za-z0-9-]{1,16})\.([A-Za-z0-9_-]{38,})$/

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveKey',
  ])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(0),
    info: encoder.encode('merchant-edge sign-on 1'),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/**
 * Makes a key ring: the first key seals, every key opens. To change the secret, put a new key in front
 * and drop the old one when the sessions that it sealed are over. AES-256-GCM under a key derived with
 * HKDF-SHA-256.
 *
 * @throws TypeError when there is no key, or one is not of the form that `SealingKey` describes
 */
export function createKeyRing(keys: readonly SealingKey[]): KeyRing {
  const [first] = keys
  if (!first) throw new TypeError('The key ring needs at least one key.')
  for (const { id, secret } of keys) {
    if (!/^[A-Za-z0-9-]{1,16}$/.test(id)) {
      throw new TypeError('The id of a sealing key is 1 to 16 letters, digits or hyphens.')
    }
    if (secret.length < 32) {
      throw new TypeError(`The sealing key "${id}" is shorter than 32 characters.`)
    }
  }
  const derived = new Map<string, CryptoKey>()

  async function keyOf({ id, secret }: SealingKey): Promise<CryptoKey> {
    const key = derived.get(id) ?? (await deriveKey(secret))
    derived.set(id, key)
    return key
  }

  return {
    async seal(text, purpose) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const parameters = { name: 'AES-GCM', iv, additionalData: encoder.encode(purpose) }
      const key = await keyOf(first)
      const sealed = await crypto.subtle.encrypt(parameters, key, encoder.encode(text))
      const bytes = new Uint8Array(12 + sealed.byteLength)
      bytes.set(iv)
      bytes.set(new Uint8Array(sealed), 12)
      return `${first.id}.${base64url.encode(bytes)}`
    },
    async open(sealed, purpose) {
      const [, id, body = ''] = form.exec(sealed) ?? []
      const key = keys.find((candidate) => candidate.id === id)
      if (!key) return undefined
      try {
        const bytes = base64url.decode(body)
        const parameters = {
          name: 'AES-GCM',
          iv: bytes.slice(0, 12),
          additionalData: encoder.encode(purpose),
        }
        const opened = await crypto.subtle.decrypt(parameters, await keyOf(key), bytes.slice(12))
        return new TextDecoder().decode(opened)
      } catch {
        return undefined
      }
    },
  }
}
