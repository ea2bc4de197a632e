import { algorithm } from './algorithm.ts'
import { encodeBase64 } from './base64.ts'

/** A new key pair as PEM text. */
export interface KeyPairPem {
  /** PKCS#8; keep it secret. */
  readonly privateKeyPem: string
  /** SPKI; this one is registered at the service. */
  readonly publicKeyPem: string
}

async function exportPem(format: 'pkcs8' | 'spki', key: CryptoKey): Promise<string> {
  const base64 = encodeBase64(new Uint8Array(await crypto.subtle.exportKey(format, key)))
  const label = `${key.type.toUpperCase()} KEY-----\n`
  return `-----BEGIN ${label}${base64.replace(/.{1,64}/g, '$&\n')}-----END ${label}`
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
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: modulusBits, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['sign', 'verify'],
  )
  return {
    privateKeyPem: await exportPem('pkcs8', privateKey),
    publicKeyPem: await exportPem('spki', publicKey),
  }
}
