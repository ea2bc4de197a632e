import { KeyError, usableJwk, type KeyMaterial, type WebCryptoKey } from '@merchant-edge/signing'

/** Hash of the padding; the specification does not name it. Assumes G-28. */
export type GiftCodeHash = 'SHA-1' | 'SHA-256'

/**
 * Imports the merchant's private key for which gift codes are encrypted. The key can only decrypt
 * and is not extractable.
 *
 * @param privateKey an RSA key of 2048 to 4096 bits in any form that `importPrivateKey` of
 *   `@merchant-edge/signing` takes; a JWK without `alg`, `use` and `key_ops`
 * @param hash hash of the RSA-OAEP padding; SHA-256 when left out
 * @throws KeyError when it is anything else; it names what it is and the way out
 * @throws TypeError when the hash is another one
 *
 * @example
 * ```ts
 * import { importGiftCodeKey } from '@merchant-edge/client/gift-codes'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const key = await importGiftCodeKey(privateKeyPem, 'SHA-1')
 * if (key.usages.join() !== 'decrypt') throw new Error(key.usages.join())
 * ```
 */
export async function importGiftCodeKey(
  privateKey: KeyMaterial,
  hash: GiftCodeHash = 'SHA-256',
): Promise<WebCryptoKey> {
  if (hash !== 'SHA-1' && hash !== 'SHA-256') throw new TypeError('hash must be SHA-1 or SHA-256')
  const jwk = usableJwk(privateKey, 'private key')
  try {
    return await crypto.subtle.importKey('jwk', jwk, { name: 'RSA-OAEP', hash }, false, ['decrypt'])
  } catch {
    // The words of a runtime may quote the key.
    throw new KeyError('a damaged RSA key', 'Copy it again.')
  }
}
