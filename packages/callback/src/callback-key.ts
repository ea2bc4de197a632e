import { importPublicKey, KeyError, type KeyMaterial } from '@merchant-edge/signing'

/** A public key of the service. During a rotation two of them are valid at the same time. */
export interface CallbackKey {
  /** Your name for the key, such as `production-2`; returned as `keyId`. */
  readonly id: string
  /** The public key from the service, or a key that `importPublicKey` has imported from it. */
  readonly key: CryptoKey | KeyMaterial
  /** First second in which the key is valid, in seconds since 1970; always when left out. */
  readonly notBefore?: number
  /** Last second in which the key is valid, in seconds since 1970; for ever when left out. */
  readonly notAfter?: number
}

/** A {@link CallbackKey} that is imported, with its validity filled in. */
export interface ImportedCallbackKey {
  readonly id: string
  readonly key: CryptoKey
  /** Seconds since 1970; minus infinity when it has no beginning. */
  readonly notBefore: number
  /** Seconds since 1970; infinity when it has no end. */
  readonly notAfter: number
  /** Length of its signatures. */
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

/** Keys that were given as text, so that a key may be written where it is used. */
const importedKeys = new Map<string, CryptoKey>()
const maxImportedKeys = 32

async function importOnce(material: KeyMaterial): Promise<CryptoKey> {
  if (typeof material !== 'string') return importPublicKey(material)
  const imported = importedKeys.get(material)
  if (imported !== undefined) return imported
  const key = await importPublicKey(material)
  if (importedKeys.size >= maxImportedKeys) importedKeys.clear()
  importedKeys.set(material, key)
  return key
}

/** Bits of the modulus; 0 when the key is not for the one algorithm of the service. */
function modulusBitsOf({ algorithm, usages }: CryptoKey): number {
  const isRsa = algorithm.name === 'RSASSA-PKCS1-v1_5' && usages.includes('verify')
  if (!isRsa || !('modulusLength' in algorithm && 'hash' in algorithm)) return 0
  const { hash, modulusLength } = algorithm
  const isSha256 = Object(hash).name === 'SHA-256'
  return isSha256 ? Number(modulusLength) : 0
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
  const bits = modulusBitsOf(imported)
  if (bits < 2048) {
    throw new KeyError('a CryptoKey for another use', 'Make it with importPublicKey.')
  }
  const { notBefore = -Infinity, notAfter = Infinity } = validity
  checkSeconds(`notBefore of the key ${id}`, notBefore)
  checkSeconds(`notAfter of the key ${id}`, notAfter)
  return { id, key: imported, notBefore, notAfter, signatureBytes: Math.ceil(bits / 8) }
}
