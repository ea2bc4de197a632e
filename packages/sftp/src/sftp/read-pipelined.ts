import { FileExchangeError } from '../file-exchange-error.ts'
import { printableName } from '../file-name.ts'
import type { PipelineDepth } from './pipeline-depth.ts'
import type { SftpSession } from './sftp-session.ts'

/** A file that is open for reading, and how far to read it. */
export interface OpenRemoteFile {
  readonly session: SftpSession
  readonly handle: Buffer
  /** For messages. */
  readonly name: string
  /** First byte to read. */
  readonly fromByte: number
  /** Size of the file when it was opened. */
  readonly sizeBytes: number
}

async function readChunk(
  file: OpenRemoteFile,
  position: number,
  length: number,
): Promise<Uint8Array> {
  const chunk = Buffer.allocUnsafeSlow(length)
  let filled = 0
  while (filled < length) {
    const from = filled
    // A server may answer with less than was asked for.
    const gained = await file.session.request<number>((sftp, done) => {
      sftp.read(file.handle, chunk, from, length - from, position + from, (error, bytes) => {
        done(error, bytes)
      })
    })
    if (gained === 0) {
      throw new FileExchangeError(
        'ERR_FILE_CHANGED',
        `${printableName(file.name)} became shorter while it was read.`,
      )
    }
    filled += gained
  }
  return chunk
}

/** Reads a file in order while many requests are under way. */
export async function* readPipelined(
  file: OpenRemoteFile,
  depth: PipelineDepth,
): AsyncGenerator<Uint8Array> {
  const underWay: Promise<Uint8Array>[] = []
  depth.takesLarge(file.session.takesLargeRequests)
  let asked = file.fromByte
  for (;;) {
    while (underWay.length < depth.requests && asked < file.sizeBytes) {
      const length = Math.min(depth.chunkBytes, file.sizeBytes - asked)
      const chunk = readChunk(file, asked, length)
      // Awaited in its turn; until then a failure must not count as unhandled.
      chunk.catch(() => undefined)
      underWay.push(chunk)
      asked += length
    }
    const next = underWay.shift()
    if (next === undefined) return
    const chunk = await next
    depth.grow()
    yield chunk
  }
}
