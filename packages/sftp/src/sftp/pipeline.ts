import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import type { SftpSession } from './sftp-session.ts'
import { chunksOf } from '../exchange/content.ts'

// With its header, a request or an answer of this size fits into a packet of 32 KiB.
const smallBytes = 32 * 1024 - 64
const largeBytes = 255 * 1024
const maxSmall = 64
const maxLarge = 12

/**
 * How large requests are, and how many are sent before the first is answered. After a reset one
 * small request goes alone, so that even a connection that dies after few bytes gains some; each
 * answer then doubles the number.
 */
export interface PipelineDepth {
  /** How many requests may be in flight. */
  readonly requests: number
  /** How many bytes one request reads or writes. */
  readonly chunkBytes: number
  /**
   * Adapts the size of requests to the server of a session: 255 KiB when it accepts them, as OpenSSH
   * does; otherwise 32 KiB.
   */
  adaptTo(session: Pick<SftpSession, 'takesLargeRequests'>): void
  /** Call after each answer: it allows more requests. */
  grow(): void
  /** Call after a reset: it starts again with one small request. */
  restart(): void
}

/** Starts with as many requests as are ever in flight. */
export function createPipelineDepth(): PipelineDepth {
  let allowed = maxSmall
  let isLarge = false
  const isFull = (): boolean => allowed >= maxSmall
  return {
    get requests() {
      return isLarge && isFull() ? maxLarge : allowed
    },
    get chunkBytes() {
      return isLarge && isFull() ? largeBytes : smallBytes
    },
    adaptTo({ takesLargeRequests }) {
      isLarge = takesLargeRequests
    },
    grow() {
      allowed = Math.min(maxSmall, allowed * 2)
    },
    restart() {
      allowed = 1
    },
  }
}

/** A file that is open for reading, and how far to read it. */
export interface OpenRemoteFile {
  readonly session: SftpSession
  readonly handle: Buffer
  /** Name of the file, for messages. */
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
    // A server may answer with less than was requested.
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

/** Reads a file in order, with many requests in flight. */
export async function* readPipelined(
  file: OpenRemoteFile,
  depth: PipelineDepth,
): AsyncGenerator<Uint8Array> {
  const inFlight: Promise<Uint8Array>[] = []
  depth.adaptTo(file.session)
  let asked = file.fromByte
  for (;;) {
    while (inFlight.length < depth.requests && asked < file.sizeBytes) {
      const length = Math.min(depth.chunkBytes, file.sizeBytes - asked)
      const chunk = readChunk(file, asked, length)
      // Awaited in order later; until then a rejection must not be reported as unhandled.
      chunk.catch(() => undefined)
      inFlight.push(chunk)
      asked += length
    }
    const next = inFlight.shift()
    if (next === undefined) return
    const chunk = await next
    depth.grow()
    yield chunk
  }
}

/** A file that is open for writing, and the position and size of its content. */
export interface WriteTarget {
  readonly session: SftpSession
  readonly handle: Buffer
  /** Name of the file, for messages. */
  readonly name: string
  /** Position in the file at which the content starts. */
  readonly fromByte: number
  /** Position at which it must end. */
  readonly sizeBytes: number
  readonly signal: AbortSignal | undefined
  /** Called with the position up to which the server has acknowledged every byte. */
  readonly onAcknowledged: (position: number) => void
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

/** Writes content in order, with many requests in flight, and waits for all answers. */
export async function writePipelined(
  target: WriteTarget,
  content: ReadableStream<Uint8Array>,
  depth: PipelineDepth,
): Promise<void> {
  const { session, handle, sizeBytes, signal, onAcknowledged } = target
  const inFlight: Request[] = []
  depth.adaptTo(session)
  let position = target.fromByte
  const settleOldest = async (): Promise<void> => {
    const oldest = inFlight.shift()
    if (oldest === undefined) return
    await oldest.answer
    depth.grow()
    onAcknowledged(oldest.end)
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
      // Awaited in order later; until then a rejection must not be reported as unhandled.
      answer.catch(() => undefined)
      position += length
      from += length
      inFlight.push({ end: position, answer })
      while (inFlight.length >= depth.requests) await settleOldest()
    }
  }
  while (inFlight.length > 0) await settleOldest()
  if (position < sizeBytes) throw wrongSize(target, 'less')
}
