import { chunksOf } from '../byte-stream.ts'
import { FileExchangeError } from '../file-exchange-error.ts'
import { printableName } from '../file-name.ts'
import type { PipelineDepth } from './pipeline-depth.ts'
import type { SftpSession } from './sftp-session.ts'

/** A file that is open for writing, and what goes into it. */
export interface WriteTarget {
  readonly session: SftpSession
  readonly handle: Buffer
  /** For messages. */
  readonly name: string
  /** Where the content starts in the file. */
  readonly fromByte: number
  /** Where it must end. */
  readonly sizeBytes: number
  readonly signal: AbortSignal | undefined
  /** Hears up to which byte the server has everything. */
  readonly onTaken: (position: number) => void
}

interface Request {
  readonly end: number
  readonly answer: Promise<void>
}

function wrongSize({ name, sizeBytes }: WriteTarget, difference: string): FileExchangeError {
  return new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The source of ${printableName(name)} delivered ${difference} than its ${sizeBytes} bytes.`,
  )
}

/** Writes content in order while many requests are under way, and waits for all answers. */
export async function writePipelined(
  target: WriteTarget,
  content: ReadableStream<Uint8Array>,
  depth: PipelineDepth,
): Promise<void> {
  const { session, handle, sizeBytes, signal, onTaken } = target
  const underWay: Request[] = []
  depth.takesLarge(session.takesLargeRequests)
  let position = target.fromByte
  const settleOldest = async (): Promise<void> => {
    const oldest = underWay.shift()
    if (oldest === undefined) return
    await oldest.answer
    depth.grow()
    onTaken(oldest.end)
  }
  for await (const chunk of chunksOf(content)) {
    signal?.throwIfAborted()
    if (position + chunk.length > sizeBytes) throw wrongSize(target, 'more')
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let from = 0; from < bytes.length;) {
      const start = from
      const length = Math.min(depth.chunkBytes, bytes.length - from)
      const at = position
      const answer = session.request((sftp, done) => {
        sftp.write(handle, bytes, start, length, at, (error) => done(error, undefined))
      })
      // Awaited in its turn; until then a failure must not count as unhandled.
      answer.catch(() => undefined)
      position += length
      from += length
      underWay.push({ end: position, answer })
      while (underWay.length >= depth.requests) await settleOldest()
    }
  }
  while (underWay.length > 0) await settleOldest()
  if (position < sizeBytes) throw wrongSize(target, 'less')
}
