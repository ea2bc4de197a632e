import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { CommandFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'

/** A file that is written beside its path, and takes the path only when it is complete. */
export interface WholeFile {
  readonly stream: WritableStream<Uint8Array>
  /** Renames it to the path that was asked for, in one step. @throws CommandFailure */
  keep(): Promise<void>
  /** Removes the unfinished file; nothing is left. */
  discard(): Promise<void>
}

/** Says why a file could not be written. */
export function writeFailure(path: string, error: unknown): CommandFailure {
  return new CommandFailure({
    reason: 'file_unwritable',
    message: `Cannot write ${path}: ${fileErrorCode(error)}.`,
    remedy: 'Check the folder, its rights and the space on the disk.',
  })
}

/**
 * Opens a file for writing beside the place where it belongs.
 *
 * @throws CommandFailure when it cannot be written
 */
export async function openWholeFile(path: string): Promise<WholeFile> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600 })
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve())
    file.once('error', (error) => reject(writeFailure(path, error)))
  })
  const stream: WritableStream<Uint8Array> = Writable.toWeb(file)
  return {
    stream,
    async keep() {
      await rename(temporary, path).catch((error: unknown) => {
        throw writeFailure(path, error)
      })
    },
    async discard() {
      file.destroy()
      await rm(temporary, { force: true })
    },
  }
}
