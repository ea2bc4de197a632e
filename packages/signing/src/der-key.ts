import { algorithm } from './algorithm.ts'
import { writeDer } from './der.ts'
import { encodeHex } from './hex.ts'
import type { RsaJwk } from './jwk.ts'
import { KeyError } from './key-error.ts'
import { refuseWrongKind } from './wrong-kinds.ts'

/** AlgorithmIdentifier of RSA keys. @see RFC 8017, appendix A.1 */
const rsaEncryption = [48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0]

/**
 * Lets the runtime read DER, once as each thing that it may be. PKCS#1, which WebCrypto does not know, is
 * wrapped into PKCS#8 or SPKI; it comes before PKCS#8, because workerd takes it bare for that.
 *
 * @throws KeyError naming what the DER is instead
 */
export async function readDerKey(der: Uint8Array): Promise<RsaJwk> {
  const ways = [
    ['SPKI', 'spki', 'verify', der],
    ['PKCS#1', 'pkcs8', 'sign', writeDer(48, [2, 1, 0, ...rsaEncryption, ...writeDer(4, der)])],
    ['PKCS#1', 'spki', 'verify', writeDer(48, [...rsaEncryption, ...writeDer(3, [0, ...der])])],
    ['PKCS#8', 'pkcs8', 'sign', der],
  ] as const
  for (const [format, container, usage, bytes] of ways) {
    try {
      const key = await crypto.subtle.importKey(
        container,
        Uint8Array.from(bytes),
        algorithm,
        true,
        [usage],
      )
      return [format, await crypto.subtle.exportKey('jwk', key), key]
    } catch {
      // It is something else.
    }
  }
  refuseWrongKind(encodeHex(der))
  throw new KeyError('not the DER of a key', 'Pass PKCS#8, PKCS#1 or SPKI.')
}
