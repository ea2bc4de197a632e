import { type Stats, constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { checkSize } from '../exchange/size-limit.ts'
import { systemRefusal } from './system-error.ts'

const chunkBytes = 256 * 1024

/** The file to read, and the start position. */
export interface LocalRead {
  readonly path: string
  readonly name: string
  readonly fromByte: number
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

function changed(name: string): FileExchangeError {
  return new FileExchangeError(
    'ERR_FILE_CHANGED',
    `${printableName(name)} changed while it was read.`,
  )
}

async function openRegular({ path, name, maxBytes }: LocalRead) {
  // Non-blocking: opening a named pipe would wait for its writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(path, flags)
  try {
    const before = await handle.stat()
    if (!before.isFile()) {
      throw new FileExchangeError('ERR_NOT_A_FILE', `${printableName(name)} is no regular file.`)
    }
    checkSize(name, before.size, maxBytes)
    return { handle, before }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* readChunks(read: LocalRead): AsyncGenerator<Uint8Array> {
  const { handle, before } = await openRegular(read)
  const isSame = (now: Stats): boolean => now.size === before.size && now.mtimeMs === before.mtimeMs
  try {
    for (let position = read.fromByte; position < before.size;) {
      read.signal?.throwIfAborted()
      const length = Math.min(chunkBytes, before.size - position)
      const chunk = Buffer.allocUnsafeSlow(length)
      const { bytesRead } = await handle.read(chunk, 0, length, position)
      if (bytesRead === 0) throw changed(read.name)
      position += bytesRead
      yield chunk.subarray(0, bytesRead)
    }
    if (!isSame(await handle.stat())) throw changed(read.name)
  } finally {
    await handle.close()
  }
}

/** Reads a regular file from a position on; fails when it changes meanwhile. */
export async function* readLocalFile(read: LocalRead): AsyncGenerator<Uint8Array> {
  try {
    yield* readChunks(read)
  } catch (error) {
    throw systemRefusal(error, read.name)
  }
}
