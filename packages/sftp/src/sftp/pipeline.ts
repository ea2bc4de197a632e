import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import type { SftpSession } from './sftp-session.ts'
import { chunksOf } from '../exchange/content.ts'

// One request and its answer fit into one packet of 32 KiB with what stands around the bytes.
const smallBytes = 32 * 1024 - 64
const largeBytes = 255 * 1024
const mostSmall = 64
const mostLarge = 12

/**
 * How large requests are and how many are under way at once. After a reset a small one goes alone, so
 * that a connection that dies after few bytes still gains some; each answer then doubles the number.
 */
export interface PipelineDepth {
  /** Requests at once. */
  readonly requests: number
  /** Bytes of one request. */
  readonly chunkBytes: number
  /** Tells whether the server takes requests of 255 KiB, as OpenSSH does; else they have 32 KiB. */
  takesLarge(large: boolean): void
  /** A request was answered. */
  grow(): void
  /** The connection broke. */
  restart(): void
}

/** Starts with a full pipeline. */
export function createPipelineDepth(): PipelineDepth {
  let allowed = mostSmall
  let isLarge = false
  const isFull = (): boolean => allowed >= mostSmall
  return {
    get requests() {
      return isLarge && isFull() ? mostLarge : allowed
    },
    get chunkBytes() {
      return isLarge && isFull() ? largeBytes : smallBytes
    },
    takesLarge(large) {
      isLarge = large
    },
    grow() {
      allowed = Math.min(mostSmall, allowed * 2)
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
