import type { ReconcileInput } from '@merchant-edge/reconcile'
import { parseFileName } from '@merchant-edge/reconcile/files'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { readFile, unreadable } from '../input/read-file.ts'
import { fileSource } from './file-source.ts'

/** A file of the exchange, and how large it is. */
export interface InputFile {
  readonly input: ReconcileInput
  readonly sizeBytes: number
  readonly path: string
}

/**
 * Names a file for reading. Its day and kind are checked by its name where it has the name of a file of
 * the exchange.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read
 */
export async function inputFile(path: string): Promise<InputFile> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (!found.isFile()) {
    throw usageFailure(`${path} is no file.`, 'Name the file itself.', 'file_unreadable')
  }
  const name = basename(path)
  const isNamed = parseFileName(name) !== undefined
  return {
    input: { open: () => fileSource(path), ...(isNamed && { name }) },
    sizeBytes: found.size,
    path,
  }
}

/**
 * Reads the checksum key: the text of a file, without the line break at its end.
 *
 * @throws CommandFailure with exit code 2 when there is no key in it
 */
export async function readChecksumKey(path: string, terminal: Terminal): Promise<string> {
  const text = new TextDecoder().decode(await readFile(path, terminal)).replace(/\r?\n$/, '')
  if (text !== '') return text
  throw usageFailure(`${path} is empty.`, 'Put the checksum key into it.', 'key_missing')
}
