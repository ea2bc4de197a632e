import { generateKeyPair, type KeyPairPem } from '@merchant-edge/signing'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { usageFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'
import { makeDirectory } from '../keys/make-directory.ts'

/** The folder with the merchant's keys of a locally started sandbox. */
export interface KeyFolder {
  /** Path of the merchant's private key, readable by its owner only. */
  readonly privateKey: string
  /** Path of the key that verifies callbacks. */
  readonly callbackPublicKey: string
  /** Public half of the merchant's key. */
  readonly publicKeyPem: string
  /** Writes the key that verifies callbacks. */
  writeCallbackKey(pem: string): Promise<void>
}

async function existingPair(folder: string): Promise<string | undefined> {
  try {
    await readFile(join(folder, 'private.pem'))
    return await readFile(join(folder, 'public.pem'), 'utf8')
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function writePair(folder: string, pair: KeyPairPem): Promise<void> {
  await writeFile(join(folder, 'private.pem'), pair.privateKeyPem, { flag: 'wx', mode: 0o600 })
  await writeFile(join(folder, 'public.pem'), pair.publicKeyPem, { flag: 'wx' })
}

function removeAtExit(folder: string): void {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/**
 * Opens the folder with the keys of a sandbox. With a state directory the key pair is kept as long
 * as the state; without one it is generated at each start and deleted when the process ends.
 *
 * @throws CommandFailure with exit code 2 when the directory cannot be used
 */
export async function openKeyFolder(stateDirectory: string | undefined): Promise<KeyFolder> {
  try {
    const folder =
      stateDirectory === undefined
        ? await mkdtemp(join(tmpdir(), 'merchant-edge-sandbox-'))
        : resolve(stateDirectory)
    if (stateDirectory === undefined) removeAtExit(folder)
    await makeDirectory(folder)
    const kept = await existingPair(folder)
    const pair = kept === undefined ? await generateKeyPair() : undefined
    if (pair !== undefined) await writePair(folder, pair)
    const callbackPublicKey = join(folder, 'callback-public.pem')
    return {
      privateKey: join(folder, 'private.pem'),
      callbackPublicKey,
      publicKeyPem: kept ?? pair?.publicKeyPem ?? '',
      writeCallbackKey: (pem) => writeFile(callbackPublicKey, pem),
    }
  } catch (error) {
    throw usageFailure(
      `Cannot keep keys in ${stateDirectory ?? tmpdir()}: ${fileErrorCode(error)}.`,
      'Name a directory in which this user may write: --state DIR.',
      'directory_unusable',
    )
  }
}
