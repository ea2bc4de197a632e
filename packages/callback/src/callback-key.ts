import {
  assertUsableCryptoKey,
  importPublicKey,
  type KeyMaterial,
  type WebCryptoKey,
} from '@merchant-edge/signing'

/** A public key of the service. During a rotation two of them are valid at the same time. */
export interface CallbackKey {
  /** Your name for the key, such as `production-2`; returned as `keyId`. */
  readonly id: string
  /** The public key from the service, or a key that `importPublicKey` has imported from it. */
  readonly key: WebCryptoKey | KeyMaterial
  /** First second in which the key is valid, in seconds since 1970; always when left out. */
  readonly notBefore?: number | undefined
  /** Last second in which the key is valid, in seconds since 1970; for ever when left out. */
  readonly notAfter?: number | undefined
}

/** A {@link CallbackKey} that is imported, with its validity filled in. */
export interface ImportedCallbackKey {
  readonly id: string
  readonly key: WebCryptoKey
  /** Seconds since 1970; minus infinity when it has no beginning. */
  readonly notBefore: number
  /** Seconds since 1970; infinity when it has no end. */
  readonly notAfter: number
  /** Length of its signatures in bytes: that of the RSA modulus. */
  readonly signatureBytes: number
}

/** Numbers from here on are taken for milliseconds; in seconds this is the year 5138. */
const firstMilliseconds = 100_000_000_000

/**
 * Rejects a time that is not in seconds: with `notAfter` in milliseconds a key would be valid for
 * ever.
 *
 * @throws TypeError naming the time
 */
export function checkSeconds(name: string, seconds: unknown): void {
  if (typeof seconds === 'number') {
    const size = Math.abs(seconds)
    if (size < firstMilliseconds || size === Infinity) return
  }
  throw new TypeError(`${name} must be a time in seconds since 1970, not in milliseconds`)
}

/**
 * Rejects options whose `keys` are not a list of keys, such as the text of one key.
 *
 * @throws TypeError
 */
export function checkKeys(taker: string, options: unknown): void {
  const { keys } = Object(options)
  if (Array.isArray(keys) && keys.every((key) => typeof Object(key).id === 'string')) return
  throw new TypeError(
    `${taker}: keys must be a list of { id, key }, with the public keys of the service`,
  )
}

/** Keys that were given as text, so that a key may be written where it is used. */
const importedKeys = new Map<string, WebCryptoKey>()
const maxImportedKeys = 32

async function importOnce(material: KeyMaterial): Promise<WebCryptoKey> {
  if (typeof material !== 'string') return importPublicKey(material)
  const imported = importedKeys.get(material)
  if (imported !== undefined) return imported
  const key = await importPublicKey(material)
  if (importedKeys.size >= maxImportedKeys) importedKeys.clear()
  importedKeys.set(material, key)
  return key
}

function modulusBitsOf({ algorithm }: WebCryptoKey): number {
  return 'modulusLength' in algorithm ? Number(algorithm.modulusLength) : 0
}

/**
 * Imports a key; texts are imported once per process.
 *
 * @throws KeyError when it is not a public key that verifies RSASSA-PKCS1-v1_5 with SHA-256
 * @throws TypeError when its validity is not in seconds
 */
export async function importCallbackKey({
  id,
  key,
  ...validity
}: CallbackKey): Promise<ImportedCallbackKey> {
  const imported = key instanceof CryptoKey ? key : await importOnce(key)
  assertUsableCryptoKey(imported, 'public key')
  const { notBefore = -Infinity, notAfter = Infinity } = validity
  checkSeconds(`notBefore of the key ${id}`, notBefore)
  checkSeconds(`notAfter of the key ${id}`, notAfter)
  return {
    id,
    key: imported,
    notBefore,
    notAfter,
    signatureBytes: Math.ceil(modulusBitsOf(imported) / 8),
  }
}
