import { generateKeyPair, type GenerateKeyPairResult } from 'jose'

const made = new Map<string, Promise<GenerateKeyPairResult>>()

/**
 * A key pair by its number, made once for all tests of a file: one RSA pair takes longer than a
 * sign-in. Different numbers are different keys.
 */
export function pooledKeyPair(algorithm: string, number: number): Promise<GenerateKeyPairResult> {
  const name = `${algorithm} ${number}`
  const pair = made.get(name) ?? generateKeyPair(algorithm, { extractable: true })
  made.set(name, pair)
  return pair
}
