/**
 * A key in any common form:
 *
 * - PEM text of PKCS#8, PKCS#1 or SPKI, also as secrets are pasted: on one line with literal `\n`,
 *   with `\r\n`, between quotes, as bare base64, or encoded once more in base64,
 * - the DER bytes of one of these,
 * - a JWK, as an object or as its JSON text,
 * - the bytes of a file with a PEM or a JWK in it.
 */
export type KeyMaterial = string | Uint8Array | JsonWebKey

/** Maximum characters of a key text; the PEM of a 16,384-bit key has 13,000. */
export const longestKeyText = 100_000

/**
 * Formats in which RSA keys are read.
 *
 * @see RFC 5958 (PKCS#8), RFC 8017 (PKCS#1), RFC 5280 (SPKI) and RFC 7517 (JWK)
 */
export type KeyFormat = 'PKCS#8' | 'PKCS#1' | 'SPKI' | 'JWK'
