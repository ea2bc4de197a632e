import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { chunksOf } from '../exchange/content.ts'
import type { FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError, folderMissing } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { isSystemError } from './system-error.ts'

/** Content, and the temporary path to write it to. */
export interface LocalWrite {
  /** Path of a file that does not exist yet. */
  readonly temporaryPath: string
  /** Name that the file will have, for messages. */
  readonly name: string
  readonly source: FileSource
  readonly options: PutOptions
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let from = 0; from < bytes.length;) {
    const written = await handle.write(bytes, from, bytes.length - from, position + from)
    from += written.bytesWritten
  }
}

async function fill(handle: FileHandle, { name, source, options }: LocalWrite): Promise<void> {
  let position = 0
  for await (const chunk of chunksOf(await source.open(0))) {
    options.signal?.throwIfAborted()
    if (position + chunk.length > source.sizeBytes) break
    await writeAll(handle, chunk, position)
    position += chunk.length
    options.onProgress?.(position)
  }
  await handle.sync()
  const { size } = await handle.stat()
  if (size === source.sizeBytes) return
  throw new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The source of ${printableName(name)} did not deliver its ${source.sizeBytes} bytes.`,
  )
}

/** Writes content to a new file that only its owner can read, and flushes it to the disk. */
export async function writeLocalFile(write: LocalWrite): Promise<void> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  const handle = await open(write.temporaryPath, flags, 0o600).catch((error: unknown) => {
    // The name is new: only the folder can be missing.
    const isMissing = isSystemError(error, 'ENOENT')
    throw isMissing ? folderMissing(printableName(write.name), error) : error
  })
  try {
    await fill(handle, write)
  } finally {
    await handle.close()
  }
}
