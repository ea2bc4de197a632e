import { decodeBase64 } from '@merchant-edge/signing'

/** Hash of the padding; the specification does not name it. Assumes G-28. */
export type GiftCodeHash = 'SHA-1' | 'SHA-256'

const pem = /^-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----$/

/**
 * Imports the merchant's private key that gift codes are encrypted for. It can decrypt and nothing else,
 * and it cannot be read back.
 *
 * @param privateKeyPem PKCS#8 PEM, also on one line with literal `\n`
 * @param hash hash of the RSA-OAEP padding; SHA-256 when left out
 * @throws TypeError when it is not the PEM of such a key; the message holds nothing of it
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
  privateKeyPem: string,
  hash: GiftCodeHash = 'SHA-256',
): Promise<CryptoKey> {
  const [, body = ''] = pem.exec(privateKeyPem.replaceAll('\\n', '\n').trim()) ?? []
  const der = decodeBase64(body.replaceAll(/\s/g, ''))
  if (der === undefined || der.length === 0) {
    throw new TypeError(
      'the gift-code key must be a PKCS#8 PEM, "BEGIN PRIVATE KEY"; openssl pkcs8 -topk8 -nocrypt makes one of other forms',
    )
  }
  try {
    return await crypto.subtle.importKey('pkcs8', der, { name: 'RSA-OAEP', hash }, false, [
      'decrypt',
    ])
  } catch (cause) {
    throw new TypeError('the gift-code key is not an RSA private key', { cause })
  }
}
