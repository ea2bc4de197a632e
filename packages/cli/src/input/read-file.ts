import { readFile as readFromDisk } from 'node:fs/promises'
import { usageFailure, type CommandFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'

/** The code of an error of the file system, such as `ENOENT`; its text when it has none. */
export function fileErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

const causes: ReadonlyMap<string, readonly [why: string, remedy: string]> = new Map([
  ['ENOENT', ['there is no such file', 'Check the path.']],
  ['ENOTDIR', ['a part of the path is not a directory', 'Check the path.']],
  ['EISDIR', ['it is a directory', 'Name a file in it.']],
  ['EACCES', ['this user may not read it', 'Change the rights of the file, or run as its owner.']],
  ['ENAMETOOLONG', ['the name is too long', 'Give the path of a file, not what is in it.']],
])

/** Failure that says why a file cannot be read, and what to do. */
export function unreadable(path: string, error: unknown): CommandFailure {
  const code = fileErrorCode(error)
  const [why, remedy] = causes.get(code) ?? [code, 'Check the path and the rights of the file.']
  return usageFailure(`Cannot read ${path}: ${why}.`, remedy, 'file_unreadable')
}

/**
 * Reads a file that was named on the command line; `-` reads standard input.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read
 */
export async function readFile(path: string, terminal: Terminal): Promise<Uint8Array> {
  if (path === '-') return await terminal.readInput()
  // A key pasted in place of its path would otherwise be printed in the message.
  if (path.length > 1024 || /-----|[\n{]/.test(path)) {
    throw usageFailure(
      'What was given as a path of a file is not a path.',
      'Write the text to a file that only you can read, and give the path of that file.',
      'file_unreadable',
    )
  }
  try {
    return new Uint8Array(await readFromDisk(path))
  } catch (error) {
    throw unreadable(path, error)
  }
}
