import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailure } from '../command/command-failure.ts'
import { fileErrorCode, unreadable } from '../input/read-file.ts'
import { unwritable } from '../output/write-failure.ts'
import type { SecretFile } from './secret-table.ts'

/** The secrets of one file for `wrangler secret bulk`; null deletes a secret. */
export type Secrets = Readonly<Record<string, string | null>>

/** Path of a file of secrets. */
export function pathOf(directory: string, file: SecretFile): string {
  return join(directory, `${file}.json`)
}

function secretsFailure(path: string, error: unknown): CommandFailure {
  const code = fileErrorCode(error)
  if (code === 'EEXIST') {
    return new CommandFailure({
      reason: 'file_exists',
      message: `${path} exists already, and secrets are never overwritten.`,
      remedy: 'Choose another directory, or change one secret with secrets rotate.',
    })
  }
  return unwritable(path, code)
}

/**
 * Creates a file of secrets that only its owner can read.
 *
 * @throws CommandFailure when it exists, or cannot be written
 */
export async function writeNewSecrets(path: string, secrets: Secrets): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
  } catch (error) {
    // A file that was cut off, as by a full disk, would be taken for one that exists.
    if (fileErrorCode(error) !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined)
    throw secretsFailure(path, error)
  }
}

/** A file of secrets, and its new content. */
export interface SecretsChange {
  readonly path: string
  readonly secrets: Secrets
}

/**
 * Replaces files of secrets, each atomically. All of them are written beside the old ones first, so
 * that a full disk or missing rights leave every file as it is.
 *
 * @throws CommandFailure when one cannot be written
 */
export async function replaceSecrets(changes: readonly SecretsChange[]): Promise<void> {
  const beside = (path: string): string => `${path}.new`
  let current = ''
  try {
    for (const { path, secrets } of changes) {
      current = path
      await rm(beside(path), { force: true })
      await writeNewSecrets(beside(path), secrets)
    }
    for (const { path } of changes) {
      current = path
      await rename(beside(path), path)
    }
  } catch (error) {
    for (const { path } of changes) await rm(beside(path), { force: true }).catch(() => undefined)
    throw error instanceof CommandFailure ? error : secretsFailure(current, error)
  }
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((secret) => secret === null || typeof secret === 'string')
}

/**
 * Reads a file of secrets.
 *
 * @throws CommandFailure when it cannot be read or has other content; the content is never quoted
 */
export async function readSecrets(path: string): Promise<Secrets> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw unreadable(path, error)
  }
  if (isSecrets(parsed)) return parsed
  throw new CommandFailure({
    reason: 'secrets_malformed',
    message: `${path} is no JSON object of names and texts.`,
    remedy: 'Restore it, or name the directory that secrets generate has written.',
  })
}
