import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unwritable, writeFailure } from './write-failure.ts'

/** A file that is written beside its path, and takes the path only when it is complete. */
export interface WholeFile {
  /** What cannot be written errors it with a CommandFailure that names the file. */
  readonly stream: WritableStream<Uint8Array>
  /** Renames it to the path that was asked for, in one step. @throws CommandFailure */
  keep(): Promise<void>
  /** Removes the unfinished file; nothing is left. */
  discard(): Promise<void>
}

/** A device or a pipe is written to as it is: a file must not take its place. */
async function isReplaceable(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) throw unwritable(path, 'EISDIR')
  return found === undefined || found.isFile()
}

function streamInto(handle: FileHandle, path: string): WritableStream<Uint8Array> {
  async function orSayWhy(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      throw writeFailure(path, error)
    })
  }
  return new WritableStream({
    write: (chunk) => orSayWhy(() => handle.writeFile(chunk)),
    close: () => orSayWhy(() => handle.close()),
    abort: () => handle.close().catch(() => undefined),
  })
}

/**
 * Opens a file for writing beside the place where it belongs.
 *
 * @throws CommandFailure when it cannot be written
 */
export async function openWholeFile(path: string): Promise<WholeFile> {
  const isNew = await isReplaceable(path)
  const written = isNew ? join(dirname(path), `.${basename(path)}.${process.pid}.tmp`) : path
  const handle = await open(written, isNew ? 'wx' : 'w', 0o600).catch((error: unknown) => {
    throw writeFailure(path, error)
  })
  return {
    stream: streamInto(handle, path),
    async keep() {
      if (!isNew) return
      await rename(written, path).catch((error: unknown) => {
        throw writeFailure(path, error)
      })
    },
    async discard() {
      await handle.close().catch(() => undefined)
      // What hinders this has hindered the writing too, which is what is told.
      if (isNew) await rm(written, { force: true }).catch(() => undefined)
    },
  }
}
