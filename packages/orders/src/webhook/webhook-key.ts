import { checkArguments } from '@merchant-edge/signing/options'
import type { WebCryptoKey } from '@merchant-edge/signing'
import { decodeBase64 } from '@merchant-edge/signing/base64'

/** A key that signs messages, or verifies them. */
export interface WebhookKey {
  /** Prefix of its signatures: `v1` for a shared secret, `v1a` for a key pair. */
  readonly version: 'v1' | 'v1a'
  readonly key: WebCryptoKey
  readonly algorithm: 'HMAC' | 'Ed25519'
}

const hmac = { name: 'HMAC', hash: 'SHA-256' }
const minSecretBytes = 16
const seedBytes = 32
/** A private key may be followed by its public key, as some libraries store the pair. */
const pairBytes = 64
const publicBytes = 32
/** PKCS#8 prefix of the 32 bytes of an Ed25519 seed. (RFC 8410) */
const pkcs8Prefix = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]

function bytesAfter(text: string, prefix: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = text.startsWith(prefix) ? decodeBase64(text.slice(prefix.length)) : undefined
  return bytes === undefined ? undefined : Uint8Array.from(bytes)
}

/**
 * The key as a string. A missing setting of a Worker is undefined, whatever its TypeScript type
 * says.
 *
 * @throws TypeError when the key is not a string
 */
function asText(secret: unknown): string {
  if (typeof secret === 'string') return secret
  throw new TypeError('A key of the webhooks is missing: the setting that holds it is not there.')
}

/** Keys that have been imported: an isolate signs with the same few for as long as it lives. */
const sharedKeys = new Map<string, WebhookKey>()
const maxSharedKeys = 16

function sharedBytes(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesAfter(secret, 'whsec_')
  return bytes !== undefined && bytes.length >= minSecretBytes ? bytes : undefined
}

function privateBytes(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesAfter(secret, 'whsk_')
  return bytes?.length === seedBytes || bytes?.length === pairBytes ? bytes : undefined
}

/** Whether a text is a signing key that {@link importSigningKey} accepts. */
export function isSigningKey(secret: string): boolean {
  checkArguments('isSigningKey', {}, { secret })
  return sharedBytes(secret) !== undefined || privateBytes(secret) !== undefined
}

async function importShared(secret: string): Promise<WebhookKey> {
  const known = sharedKeys.get(secret)
  if (known !== undefined) return known
  const bytes = sharedBytes(secret)
  if (bytes === undefined) {
    throw new TypeError(
      `A webhook secret must be whsec_ and base64 of ${minSecretBytes} bytes or more; make one with \`openssl rand -base64 24\`.`,
    )
  }
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign'])
  const imported: WebhookKey = { version: 'v1', key, algorithm: 'HMAC' }
  if (sharedKeys.size < maxSharedKeys) sharedKeys.set(secret, imported)
  return imported
}

/**
 * Imports a key that signs: a shared secret (`whsec_` and base64), or the private key of an Ed25519
 * pair (`whsk_` and base64 of its 32 bytes, or of these and the 32 bytes of the public key).
 *
 * @throws TypeError when it is malformed; the message does not repeat it
 */
export async function importSigningKey(secret: string): Promise<WebhookKey> {
  if (!asText(secret).startsWith('whsk_')) return importShared(secret)
  const bytes = privateBytes(secret)
  if (bytes === undefined) {
    throw new TypeError('A private webhook key must be whsk_ and base64 of 32 or 64 bytes.')
  }
  const pkcs8 = Uint8Array.from([...pkcs8Prefix, ...bytes.subarray(0, seedBytes)])
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
  return { version: 'v1a', key, algorithm: 'Ed25519' }
}

/**
 * Imports a key that verifies: a shared secret (`whsec_` and base64), or the public key of an
 * Ed25519 pair (`whpk_` and base64 of its 32 bytes).
 *
 * @throws TypeError when it is malformed; the message does not repeat it
 */
export async function importVerifyingKey(secret: string): Promise<WebhookKey> {
  if (!asText(secret).startsWith('whpk_')) return importShared(secret)
  const bytes = bytesAfter(secret, 'whpk_')
  if (bytes === undefined || bytes.length !== publicBytes) {
    throw new TypeError('A public webhook key must be whpk_ and base64 of 32 bytes.')
  }
  const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
  return { version: 'v1a', key, algorithm: 'Ed25519' }
}
