import type { ReconcileInput } from '@merchant-edge/reconcile'
import { parseFileName } from '@merchant-edge/reconcile/files'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { readFile, unreadable } from '../input/read-file.ts'
import { joinedSource } from './joined-source.ts'
import { checkPacking, isPacked, unpackedName } from './packed-source.ts'

/** An input file, or the parts of one. */
export interface InputFile {
  readonly input: ReconcileInput
  /** Size in bytes; undefined when it is compressed. */
  readonly sizeBytes: number | undefined
  /** Paths of the parts of the file, in their order. */
  readonly paths: readonly string[]
}

async function sizeOf(path: string): Promise<number> {
  checkPacking(path)
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (found.isFile()) {
    // Checked before anything is opened: an error that a reader thread reports later has lost its
    // type on the way.
    await access(path, constants.R_OK).catch((error: unknown) => {
      throw unreadable(path, error)
    })
    return found.size
  }
  throw usageFailure(`${path} is no file.`, 'Name the file itself.', 'file_unreadable')
}

/**
 * Opens an input file, or the parts of one. If its name is that of a daily file, day and kind are
 * checked by the name.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read
 */
export async function inputFile(...paths: readonly string[]): Promise<InputFile> {
  const sizes = await Promise.all(paths.map(sizeOf))
  const [name = ''] = paths.length === 1 ? paths.map((path) => unpackedName(basename(path))) : []
  const isNamed = parseFileName(name) !== undefined
  return {
    input: { open: () => joinedSource(paths), ...(isNamed && { name }) },
    sizeBytes: paths.some(isPacked) ? undefined : sizes.reduce((sum, size) => sum + size, 0),
    paths,
  }
}

/**
 * Reads the checksum key: the text of a file without its trailing line break.
 *
 * @throws CommandFailure with exit code 2 when there is no key in it
 */
export async function readChecksumKey(path: string, terminal: Terminal): Promise<string> {
  const text = new TextDecoder().decode(await readFile(path, terminal)).replace(/\r?\n$/, '')
  if (text !== '') return text
  throw usageFailure(`${path} is empty.`, 'Put the checksum key into it.', 'key_missing')
}
