import { importPrivateKey, importPublicKey, KeyError } from '@merchant-edge/signing'
import { CommandFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import type { FileKey } from './public-half.ts'
import { readFile } from '../input/read-file.ts'

/**
 * Reads the file of a key in any form: PEM, JWK, bare base64 or DER.
 *
 * @throws CommandFailure with exit code 2 when the file cannot be read
 */
export async function readKeyMaterial(path: string, terminal: Terminal): Promise<FileKey> {
  const bytes = await readFile(path, terminal)
  // DER is a sequence, tag 0x30, and a key is long enough for the long form of its length.
  const isDer = bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80
  return isDer ? bytes : new TextDecoder().decode(bytes)
}

/** Remedy for a key file: the one of `signing`, unless that is about passing a key in a program. */
export function keyRemedy({ remedy }: KeyError): string {
  if (!remedy.startsWith('Pass ')) return remedy
  return 'Name the file of an RSA key: PEM (PKCS#8, PKCS#1 or SPKI), JWK or DER.'
}

/** Converts a key error into a failure that names the file. */
export function keyFailure(error: unknown, path: string, exitCode: 1 | 2): unknown {
  if (!(error instanceof KeyError)) return error
  const name = path === '-' ? 'the key on standard input' : path
  const message = `Cannot use ${name}: it is ${error.found}.`
  return new CommandFailure({ reason: 'key_invalid', message, remedy: keyRemedy(error) }, exitCode)
}

/**
 * Reads a private key for signing.
 *
 * @throws CommandFailure with exit code 2 when the file cannot be read or holds something else
 */
export async function readPrivateKey(path: string, terminal: Terminal): Promise<CryptoKey> {
  const material = await readKeyMaterial(path, terminal)
  return await importPrivateKey(material).catch((error: unknown) => {
    throw keyFailure(error, path, 2)
  })
}

/**
 * Reads a public key for verifying.
 *
 * @throws CommandFailure with exit code 2 when the file cannot be read or holds something else
 */
export async function readPublicKey(path: string, terminal: Terminal): Promise<CryptoKey> {
  const material = await readKeyMaterial(path, terminal)
  return await importPublicKey(material).catch((error: unknown) => {
    throw keyFailure(error, path, 2)
  })
}
