import { checkPrimeSync, createPrivateKey, createPublicKey } from 'node:crypto'
import { rsaNumbers } from '../../fixtures/keys/rsa-numbers.ts'
import type { FuzzKeys } from './fuzz-keys.ts'
import { createRandom, type Random } from './random.ts'

const primeBytes = 128
const exponent = 65_537n

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/**
 * A prime of 1,024 bits of which the two highest are set, so that two of them make a modulus of
 * 2,048.
 */
function primeOf(random: Random): bigint {
  const bytes = random.bytes(primeBytes)
  let candidate = numberOf(bytes) | (3n << 1022n) | 1n
  while ((candidate - 1n) % exponent === 0n || !checkPrimeSync(candidate)) candidate += 2n
  return candidate
}

function encoded(value: bigint): string {
  const digits = value.toString(16)
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex').toString(
    'base64url',
  )
}

/**
 * An RSA key pair of 2,048 bits that depends only on the seed, so that a run of the fuzzer can be
 * repeated.
 */
export function keysOfSeed(seed: number): FuzzKeys {
  const random = createRandom(seed, 'keys')
  const p = primeOf(random)
  const q = primeOf(random)
  const members = Object.entries<bigint>({ ...rsaNumbers(p, q) })
  const key = { kty: 'RSA', ...Object.fromEntries(members.map(([k, v]) => [k, encoded(v)])) }
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKeyPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  }
}
