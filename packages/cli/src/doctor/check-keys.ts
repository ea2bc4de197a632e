import { inspectKey, KeyError, type KeyInspection } from '@merchant-edge/signing'
import type { FileKey } from '../keys/public-half.ts'
import { keyRemedy } from '../keys/read-key.ts'
import type { Check } from './check.ts'

/** Describes a key, or what the material is instead. */
async function inspect(name: string, key: FileKey): Promise<KeyInspection | Check> {
  try {
    return await inspectKey(key)
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return {
      name,
      status: 'fail',
      message: `The file holds ${error.found}.`,
      remedy: keyRemedy(error),
    }
  }
}

function checkSize({ modulusBits, exponent }: KeyInspection): Check {
  const name = 'key size'
  const message = `${modulusBits} bits, exponent ${exponent}`
  if (modulusBits < 2048 || modulusBits > 4096 || exponent !== 65_537) {
    const remedy = 'Make a pair of 2048 bits: merchant-edge keys generate --out DIR.'
    return { name, status: 'fail', message, remedy }
  }
  if (modulusBits === 2048) return { name, status: 'ok', message }
  const remedy = 'The service documents 2048 bits; try a call before you rely on another size.'
  return { name, status: 'warn', message, remedy }
}

function checkPair(key: KeyInspection, publicKey: KeyInspection | undefined): Check {
  const name = 'key pair'
  if (publicKey === undefined) {
    const remedy = 'Add --public-key FILE to compare the pair.'
    return { name, status: 'skip', message: 'No public key was given.', remedy }
  }
  if (key.fingerprint === publicKey.fingerprint) {
    return { name, status: 'ok', message: 'The public key belongs to the private key.' }
  }
  return {
    name,
    status: 'fail',
    message: 'The public key belongs to another private key.',
    remedy: `Register the public half of fingerprint ${key.fingerprint}.`,
  }
}

/**
 * Checks the merchant's keys without using them.
 *
 * @param key private key, if given
 * @param publicKey public key, if given
 */
export async function checkKeys(
  key: FileKey | undefined,
  publicKey: FileKey | undefined,
): Promise<Check[]> {
  if (key === undefined) {
    const remedy = 'Add --key FILE.'
    return [{ name: 'private key', status: 'skip', message: 'No private key was given.', remedy }]
  }
  const own = await inspect('private key', key)
  if ('status' in own) return [own]
  if (own.kind !== 'private key') {
    const remedy = 'Give the file of the private key.'
    return [{ name: 'private key', status: 'fail', message: 'It is a public key.', remedy }]
  }
  const message = `${own.format}, fingerprint ${own.fingerprint}`
  const checks: Check[] = [{ name: 'private key', status: 'ok', message }, checkSize(own)]
  const other = publicKey === undefined ? undefined : await inspect('public key', publicKey)
  return [...checks, other !== undefined && 'status' in other ? other : checkPair(own, other)]
}
