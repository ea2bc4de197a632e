import { algorithm } from './algorithm.ts'
import { encodeBase64 } from './base64.ts'

/** A new key pair as PEM text. */
export interface KeyPairPem {
  /** PKCS#8; keep it secret. */
  readonly privateKeyPem: string
  /** SPKI; this one is registered at the service. */
  readonly publicKeyPem: string
}

async function exportPem(key: CryptoKey, format: 'pkcs8' | 'spki'): Promise<string> {
  const base64 = encodeBase64(new Uint8Array(await crypto.subtle.exportKey(format, key)))
  const label = format === 'spki' ? 'PUBLIC KEY' : 'PRIVATE KEY'
  return `-----BEGIN ${label}-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`
}

/**
 * Makes an RSA key pair with exponent 65537.
 *
 * @param modulusBits 2048 to 4096; the service asks for 2048
 * @throws RangeError for another size
 * @see Specification 5.2
 */
export async function generateKeyPair(modulusBits = 2048): Promise<KeyPairPem> {
  if (!(modulusBits >= 2048 && modulusBits <= 4096)) {
    throw new RangeError('modulusBits must be 2048 to 4096')
  }
  const publicExponent = Uint8Array.of(1, 0, 1)
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: modulusBits, publicExponent },
    true,
    ['sign', 'verify'],
  )
  return {
    privateKeyPem: await exportPem(privateKey, 'pkcs8'),
    publicKeyPem: await exportPem(publicKey, 'spki'),
  }
}
