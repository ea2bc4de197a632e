import type { ReconcileInput } from '@merchant-edge/reconcile'
import { parseFileName } from '@merchant-edge/reconcile/files'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { readFile, unreadable } from '../input/read-file.ts'

/** A file of the exchange, and how large it is. */
export interface InputFile {
  readonly input: ReconcileInput
  readonly sizeBytes: number
}

const chunkBytes = 64 * 1024

/** Opens a fresh stream of a file, which reads into the buffers of whoever takes it. */
export function streamOf(path: string): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined
  return new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: chunkBytes,
    async pull(controller) {
      const request = controller.byobRequest
      const view = request?.view
      if (request === null || view === null || view === undefined) return
      file ??= await open(path)
      const target = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      const { bytesRead } = await file.read(target)
      if (bytesRead > 0) return request.respond(bytesRead)
      await file.close()
      controller.close()
      return request.respond(0)
    },
    async cancel() {
      await file?.close()
    },
  })
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
    input: { open: () => streamOf(path), ...(isNamed && { name }) },
    sizeBytes: found.size,
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
