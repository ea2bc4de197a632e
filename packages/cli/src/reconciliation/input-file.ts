import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseFileName, type ReconcileInput } from '@merchant-edge/reconcile'
import { usageFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/file-error-code.ts'

/** A file of the exchange, and how large it is. */
export interface InputFile {
  readonly input: ReconcileInput
  readonly sizeBytes: number
}

const chunkBytes = 256 * 1024

/** Opens a fresh stream of a file. */
export function streamOf(path: string): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        file ??= await open(path)
        const chunk = new Uint8Array(chunkBytes)
        const { bytesRead } = await file.read(chunk, 0, chunkBytes)
        if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead))
        await file.close()
        controller.close()
      },
      async cancel() {
        await file?.close()
      },
    },
    { highWaterMark: 1 },
  )
}

/**
 * Names a file for reading. Its day and kind are checked by its name where it has the name of a file of
 * the exchange.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read
 */
export async function inputFile(path: string): Promise<InputFile> {
  const found = await stat(path).catch((error: unknown) => {
    throw usageFailure(
      `Cannot read ${path}: ${fileErrorCode(error)}.`,
      'Check the path and the rights of the file.',
      'file_unreadable',
    )
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
