import type { Stats } from 'ssh2'
import type { Clock } from '../exchange/clock.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { createRetryCounter, type RetryOptions } from '../exchange/retry.ts'
import { checkSize } from '../exchange/size-limit.ts'
import { ConnectionLost, type SftpSession } from './sftp-session.ts'
import { type PipelineDepth, createPipelineDepth, readPipelined } from './pipeline.ts'
import { checkRegular, lookAt } from './remote-folder.ts'
import type { SftpConnection } from './sftp-connection.ts'
import { serverRefusal } from './sftp-status.ts'

/** The file to read, and its connection. */
export interface RemoteRead {
  readonly connection: SftpConnection
  readonly path: string
  readonly name: string
  readonly fromByte: number
  readonly maxBytes: number
  readonly retry: RetryOptions
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

type Version = Pick<Stats, 'size' | 'mtime'>

/** Position and version of the file; every later check must find the same version. */
interface Reading {
  position: number
  first: Version | undefined
}

function checkUnchanged(name: string, first: Version, now: Version): void {
  if (first.size === now.size && first.mtime === now.mtime) return
  throw new FileExchangeError(
    'ERR_FILE_CHANGED',
    `${printableName(name)} changed while it was read.`,
  )
}

async function openChecked(read: RemoteRead, session: SftpSession, reading: Reading) {
  const stats = await lookAt(session, read.path)
  if (stats === undefined) {
    throw new FileExchangeError('ERR_FILE_MISSING', `${printableName(read.name)} is not there.`)
  }
  checkRegular(read.name, stats)
  checkSize(read.name, stats.size, read.maxBytes)
  reading.first ??= stats
  checkUnchanged(read.name, reading.first, stats)
  const handle = await session.request<Buffer>((sftp, done) => sftp.open(read.path, 'r', done))
  return { session, handle, name: read.name, sizeBytes: stats.size }
}

async function* readOnce(
  read: RemoteRead,
  reading: Reading,
  depth: PipelineDepth,
): AsyncGenerator<Uint8Array> {
  const session = await read.connection.session()
  const file = await openChecked(read, session, reading)
  const { handle } = file
  try {
    for await (const chunk of readPipelined({ ...file, fromByte: reading.position }, depth)) {
      read.signal?.throwIfAborted()
      reading.position += chunk.length
      yield chunk
    }
    const after = await session.request<Stats>((sftp, done) => sftp.fstat(handle, done))
    checkUnchanged(read.name, reading.first ?? after, after)
  } finally {
    // Not awaited: the server closes the handle with the connection anyway.
    session
      .request((sftp, done) => sftp.close(handle, (error) => done(error, undefined)))
      .catch(() => undefined)
  }
}

/** Reads a file from a position on; after a reset it resumes, if the file is the same version. */
export async function* readRemoteFile(read: RemoteRead): AsyncGenerator<Uint8Array> {
  const reading: Reading = { position: read.fromByte, first: undefined }
  const retries = createRetryCounter(read.retry, read)
  const depth = createPipelineDepth()
  const activity = `reading ${printableName(read.name)}`
  for (;;) {
    read.signal?.throwIfAborted()
    try {
      yield* readOnce(read, reading, depth)
      return
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw serverRefusal(error, activity)
      depth.restart()
      if (!(await retries.waitAfterFailure(reading.position))) {
        throw read.connection.connectionFailed(activity, error)
      }
    }
  }
}
