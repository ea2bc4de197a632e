import { KeyError } from './key-error.ts'
import type { RsaKey } from './rsa-key.ts'

/**
 * Refuses keys that can be broken, and private keys that only slow everything down.
 *
 * @throws KeyError with the size that was found
 */
export function requireStrength({ kind, modulusBits, exponent }: RsaKey): void {
  const found = `an RSA ${kind} of ${modulusBits} bits with exponent ${exponent}`
  const isTooLong = kind === 'private key' && modulusBits > 4096
  if (modulusBits < 2048 || isTooLong || exponent !== 65_537) {
    throw new KeyError(found, 'Use 2048 to 4096 bits and exponent 65537.')
  }
}
