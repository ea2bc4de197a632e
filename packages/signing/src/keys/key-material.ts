/**
 * A key in any common form:
 *
 * - PEM text of PKCS#8, PKCS#1 or SPKI, also as secrets are pasted: on one line with literal `\n`,
 *   with `\r\n`, between quotes, as bare base64, or encoded once more in base64,
 * - the DER bytes of one of these,
 * - a JWK, as an object or as its JSON text,
 * - the bytes of a file with a PEM or a JWK in it.
 */
export type KeyMaterial = string | Uint8Array | RsaJwk

/**
 * A JWK of an RSA key; every `JsonWebKey` of WebCrypto may be passed.
 *
 * @see RFC 7517, section 4, and RFC 7518, section 6.3
 */
export interface RsaJwk {
  readonly kty?: string
  readonly alg?: string
  readonly use?: string
  readonly key_ops?: string[]
  /** Modulus in base64url, as all numbers of the key. */
  readonly n?: string
  /** Public exponent. */
  readonly e?: string
  /** Private exponent; only private keys have it and the following. */
  readonly d?: string
  readonly p?: string
  readonly q?: string
  readonly dp?: string
  readonly dq?: string
  readonly qi?: string
}

/** Maximum characters of a key text; the PEM of a 16,384-bit key has 13,000. */
export const maxKeyChars = 100_000

/**
 * Formats in which RSA keys are read.
 *
 * @see RFC 5958 (PKCS#8), RFC 8017 (PKCS#1), RFC 5280 (SPKI) and RFC 7517 (JWK)
 */
export type KeyFormat = 'PKCS#8' | 'PKCS#1' | 'SPKI' | 'JWK'
