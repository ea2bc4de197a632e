import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { open, readlink, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { usageFailure } from '../command/command-failure.ts'
import { EventLoopTurns } from '../command/event-loop-turns.ts'
import { beginFile, finishFile } from './unfinished-files.ts'
import { unwritable, writeFailure } from './write-failure.ts'

/**
 * A file that is written under a temporary name next to its path, and renamed to the path only when
 * it is complete.
 */
export interface WholeFile {
  /** Path of the file that gets the content, with links resolved; none for a device or a pipe. */
  readonly target?: string
  /** A write error fails the stream with a CommandFailure that names the file. */
  readonly stream: WritableStream<Uint8Array>
  /**
   * Removes the file that it will replace. Of several outputs, all must make way before the first
   * is kept: files of two runs would look like those of one when the process is killed in between.
   *
   * @throws CommandFailure
   */
  makeWay(): Promise<void>
  /** Renames it atomically to the requested path. @throws CommandFailure */
  keep(): Promise<void>
  /** Removes the unfinished file; nothing is left. */
  discard(): Promise<void>
}

/** Resolves links: the new file must replace the target of a link, not the link. */
async function followed(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    // A link whose target does not exist yet.
    const target = await readlink(path).catch(() => undefined)
    return target === undefined ? path : resolve(dirname(path), target)
  }
}

/** Whether a path is a system name of an open file of this process, such as /dev/stdout. */
async function isOfSystem(path: string): Promise<boolean> {
  const target = await readlink(path).catch(() => '')
  return [resolve(path), target].some((one) => /^\/(?:proc\/|dev\/(?:fd\/|std))/.test(one))
}

/**
 * The file that is replaced when a path is written; `undefined` for a device or a pipe, which is
 * written directly.
 *
 * @throws CommandFailure when it is a directory, or a file under a name that the system has for an
 *   open one
 */
async function replacedFile(path: string): Promise<string | undefined> {
  if (path === '-') {
    throw usageFailure(
      '- is not a file name here: standard output is used for the messages of the command.',
      'Give the path of a file.',
      'file_unwritable',
    )
  }
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) throw unwritable(path, 'EISDIR')
  if (found?.isFile() === false) return undefined
  if (found !== undefined && (await isOfSystem(path))) {
    throw usageFailure(
      `${path} is a file that is open already.`,
      'Give the name of the file itself, and leave out the redirection.',
      'file_unwritable',
    )
  }
  return followed(path)
}

function streamInto(
  handle: FileHandle,
  path: string,
  {
    write,
    end,
  }: {
    readonly write: (chunk: Uint8Array) => Promise<void>
    /** Runs behind the last chunk. */
    readonly end: () => Promise<void>
  },
): WritableStream<Uint8Array> {
  async function orSayWhy(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      throw writeFailure(path, error)
    })
  }
  return new WritableStream({
    write: (chunk) => orSayWhy(() => write(chunk)),
    close: () =>
      orSayWhy(async () => {
        await end()
        await handle.close()
      }),
    abort: () => handle.close().catch(() => undefined),
  })
}

/**
 * Writes chunks synchronously: passing each chunk to another thread and back takes longer than
 * copying it to the page cache.
 */
function synchronousWriter({ fd }: FileHandle): (chunk: Uint8Array) => Promise<void> {
  const turns = new EventLoopTurns()
  return async (chunk) => {
    await turns.next()
    for (let at = 0; at < chunk.length;) at += writeSync(fd, chunk, at)
    turns.add(chunk.length)
  }
}

/** Opens a device or a pipe. */
async function openWithoutRename(path: string): Promise<WholeFile> {
  const handle = await open(path, 'w').catch((error: unknown) => {
    throw writeFailure(path, error)
  })
  return {
    // Whoever reads a pipe may be slow, and the process must take signals meanwhile.
    stream: streamInto(handle, path, {
      write: (chunk) => handle.writeFile(chunk),
      end: async () => undefined,
    }),
    makeWay: async () => undefined,
    keep: async () => undefined,
    discard: () => handle.close().catch(() => undefined),
  }
}

/**
 * Opens a temporary file next to the target path. When a signal ends the process, the temporary
 * file is deleted.
 *
 * @throws CommandFailure when it cannot be written
 */
export async function openWholeFile(path: string): Promise<WholeFile> {
  const target = await replacedFile(path)
  if (target === undefined) return openWithoutRename(path)
  // A random name, because process ids are reused, and in a container they are the same in every
  // run.
  const name = `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`
  const written = join(dirname(target), name)
  beginFile(written)
  const handle = await open(written, 'wx', 0o600).catch((error: unknown) => {
    finishFile(written)
    throw writeFailure(path, error)
  })
  return {
    target,
    // On the disk before it gets its name: a power cut would leave an empty file under that name, and
    // an empty file of carried rows looks like one without rows.
    stream: streamInto(handle, path, {
      write: synchronousWriter(handle),
      end: () => handle.sync(),
    }),
    async makeWay() {
      await rm(target, { force: true }).catch((error: unknown) => {
        throw writeFailure(path, error)
      })
    },
    async keep() {
      await rename(written, target).catch((error: unknown) => {
        throw writeFailure(path, error)
      })
      finishFile(written)
    },
    async discard() {
      await handle.close().catch(() => undefined)
      // Whatever makes this fail has made the write fail too, and that error is reported.
      await rm(written, { force: true }).catch(() => undefined)
      finishFile(written)
    },
  }
}
