import { assertUsableKey, decodeBase64, KeyError, type WebCryptoKey } from '@merchant-edge/signing'

/** Hash of the padding; the specification does not name it. Assumes G-28. */
export type GiftCodeHash = 'SHA-1' | 'SHA-256'

/** Characters of a text that may be a key; a PEM of 4096 bits has 3,300. */
const maxKeyChars = 100_000
const pem = /^-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----$/

function checkSize(der: Uint8Array): void {
  try {
    assertUsableKey(der, 'private key')
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    throw new TypeError(
      `the gift-code key must be an RSA key of 2048 to 4096 bits with exponent 65537; this is ${error.found}`,
      { cause: error },
    )
  }
}

/**
 * Imports the merchant's private key for which gift codes are encrypted. The key can only decrypt
 * and is not extractable.
 *
 * @param privateKeyPem PKCS#8 PEM of 2048 to 4096 bits, also in quotes, and on one line with
 *   literal `\n` or `\r\n`
 * @param hash hash of the RSA-OAEP padding; SHA-256 when left out
 * @throws TypeError when it is not the PEM of such a key, or the hash is another one; the message contains no part of it
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
): Promise<WebCryptoKey> {
  if (hash !== 'SHA-1' && hash !== 'SHA-256') throw new TypeError('hash must be SHA-1 or SHA-256')
  // Secrets are often pasted in quotes, and with `\n` written out for a line break.
  const isText = typeof privateKeyPem === 'string' && privateKeyPem.length <= maxKeyChars
  const text = !isText ? '' : privateKeyPem.replaceAll(/["'`]|\\r/g, '').replaceAll('\\n', '\n')
  const [, body = ''] = pem.exec(text.trim()) ?? []
  const der = decodeBase64(body.replaceAll(/\s/g, ''))
  if (der === undefined || der.length === 0) {
    throw new TypeError(
      'importGiftCodeKey: the gift-code key must be a PKCS#8 PEM, "BEGIN PRIVATE KEY"; openssl pkcs8 -topk8 -nocrypt makes one of other forms',
    )
  }
  checkSize(der)
  try {
    return await crypto.subtle.importKey('pkcs8', der, { name: 'RSA-OAEP', hash }, false, [
      'decrypt',
    ])
  } catch (cause) {
    throw new TypeError('the gift-code key is not an RSA private key', { cause })
  }
}
