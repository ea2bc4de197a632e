import { encodeBase64 } from './base64.ts'
import { algorithm } from './text-signature.ts'
import { minModulusBits, maxModulusBits } from './keys/usable-key.ts'
import type { WebCryptoKey } from './keys/web-crypto-key.ts'

/** A new key pair as PEM text. */
export interface KeyPairPem {
  /** PKCS#8; keep it secret. */
  readonly privateKeyPem: string
  /** SPKI; this one is registered at the service. */
  readonly publicKeyPem: string
}

async function exportPem(format: 'pkcs8' | 'spki', key: WebCryptoKey): Promise<string> {
  const base64 = encodeBase64(new Uint8Array(await crypto.subtle.exportKey(format, key)))
  const label = format === 'pkcs8' ? 'PRIVATE KEY' : 'PUBLIC KEY'
  const lines = base64.match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/**
 * Makes an RSA key pair with exponent 65537.
 *
 * @param modulusBits 2048 to 4096; the service asks for 2048
 * @throws RangeError for another size
 * @see Specification 5.2
 * @example
 * ```ts
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem, publicKeyPem } = await generateKeyPair()
 * // Register publicKeyPem at the service; keep privateKeyPem in a secret store.
 * if (!publicKeyPem.startsWith('-----BEGIN PUBLIC KEY-----')) throw new Error('This is no PEM.')
 * if (!privateKeyPem.startsWith('-----BEGIN PRIVATE KEY-----')) throw new Error('This is no PEM.')
 * ```
 */
export async function generateKeyPair(modulusBits = 2048): Promise<KeyPairPem> {
  if (!(modulusBits >= minModulusBits && modulusBits <= maxModulusBits)) {
    throw new RangeError(`modulusBits must be ${minModulusBits} to ${maxModulusBits}`)
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
