import { exportPublicKey, generateKeyPair, KeyError } from '@merchant-edge/signing'
import { createPublicKey } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'
import { makeDirectory } from '../keys/make-directory.ts'
import { unusableDirectory } from '../output/write-failure.ts'

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

/** Reads the private key of an earlier start. */
async function keptKey(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The public half of the kept key; a start that was cut off has not always written it. */
function keptPublicKey(path: string, privateKey: string): string {
  try {
    const der = Buffer.from(exportPublicKey(privateKey))
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return key.export({ format: 'pem', type: 'spki' }).toString()
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    throw usageFailure(
      `Cannot use ${path}: it is ${error.found}.`,
      'Restore it, or move it away: the sandbox then makes a new key at its next start.',
      'key_invalid',
    )
  }
}

async function writeIfAbsent(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx' })
  } catch (error) {
    if (fileErrorCode(error) !== 'EEXIST') throw error
  }
}

/** Opens the merchant's key pair in a folder, or makes it; returns its public half. */
async function openPair(folder: string): Promise<string> {
  const path = join(folder, 'private.pem')
  const publicPath = join(folder, 'public.pem')
  const kept = await keptKey(path)
  if (kept !== undefined) {
    const publicKeyPem = keptPublicKey(path, kept)
    await writeIfAbsent(publicPath, publicKeyPem)
    return publicKeyPem
  }
  const { privateKeyPem, publicKeyPem } = await generateKeyPair()
  await writeFile(path, privateKeyPem, { flag: 'wx', mode: 0o600, flush: true })
  await writeFile(publicPath, publicKeyPem)
  return publicKeyPem
}

function removeAtExit(folder: string): void {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/**
 * Opens the folder with the keys of a sandbox. With a state directory the key pair is kept as long
 * as the state; without one it is generated at each start and deleted when the process ends.
 *
 * @throws CommandFailure when the directory cannot be used
 */
export async function openKeyFolder(stateDirectory: string | undefined): Promise<KeyFolder> {
  try {
    const folder =
      stateDirectory === undefined
        ? await mkdtemp(join(tmpdir(), 'merchant-edge-sandbox-'))
        : resolve(stateDirectory)
    if (stateDirectory === undefined) removeAtExit(folder)
    await makeDirectory(folder)
    const publicKeyPem = await openPair(folder)
    const callbackPublicKey = join(folder, 'callback-public.pem')
    return {
      privateKey: join(folder, 'private.pem'),
      callbackPublicKey,
      publicKeyPem,
      writeCallbackKey: (pem) => writeFile(callbackPublicKey, pem),
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw unusableDirectory(stateDirectory ?? tmpdir(), error)
  }
}
