import { createHash } from 'node:crypto'
import { CommandFailure } from '../command/command-failure.ts'
import { networkFailure } from '../network/network-failure.ts'
import { openWholeFile } from './whole-file.ts'

/** A file that was received whole: its size in bytes, and its digest. */
export interface ReceivedFile {
  readonly bytes: number
  /** SHA-256 of its content in Base64. */
  readonly sha256: string
}

/** How to store a file that a Worker sends. */
export interface Receiving {
  readonly path: string
  /** Remedy when the answer is interrupted. */
  readonly remedy: string
  /** Validates the received file before it is kept; when it throws, nothing is kept. */
  readonly check?: (received: ReceivedFile) => void
}

/**
 * Writes the body of an answer to a file, which appears under its name only when it is complete.
 *
 * @throws CommandFailure `broke_off` when the answer ends early, `file_unwritable` when the file
 *   cannot be written: either names its side
 */
export async function receiveFile(
  response: Response,
  { path, remedy, check }: Receiving,
): Promise<ReceivedFile> {
  const file = await openWholeFile(path)
  let bytes = 0
  const hash = createHash('sha256')
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      hash.update(chunk)
      controller.enqueue(chunk)
    },
  })
  try {
    const body: ReadableStream<Uint8Array> = response.body ?? new Blob([]).stream()
    await body.pipeThrough(counted).pipeTo(file.stream)
    const received = { bytes, sha256: hash.digest('base64') }
    check?.(received)
    await file.keep()
    return received
  } catch (error) {
    await file.discard()
    if (error instanceof CommandFailure) throw error
    const { origin } = new URL(response.url)
    throw new CommandFailure({
      reason: 'broke_off',
      message: `The answer of ${origin} broke off in the middle of the file: ${networkFailure(error)}.`,
      remedy,
    })
  }
}
