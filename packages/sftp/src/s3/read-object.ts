import type { Clock } from '../exchange/clock.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { type RetryOptions, createRetryCounter } from '../exchange/retry.ts'
import { checkSize } from '../exchange/size-limit.ts'
import { receivedInTime, type StallLimit } from '../exchange/stall-limit.ts'
import type { S3Client } from './s3-client.ts'

/** The object to read, and the start position. */
export interface ObjectRead {
  readonly client: S3Client
  readonly key: string
  readonly name: string
  readonly fromByte: number
  readonly maxBytes: number
  readonly retry: RetryOptions
  /** Longest time without a byte of the body, in milliseconds. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

interface Reading {
  position: number
  /** Version and size of the object, once known. */
  version: { readonly etag: string; readonly sizeBytes: number } | undefined
}

class BodyBroken extends Error {
  override readonly name = 'BodyBroken'
}

function changed(name: string): FileExchangeError {
  return new FileExchangeError(
    'ERR_FILE_CHANGED',
    `${printableName(name)} changed while it was read.`,
  )
}

/** Version and size of the object; every range is then requested of this version. */
async function versionOf({ client, key, name, maxBytes, signal }: ObjectRead) {
  const activity = `looking at ${printableName(name)}`
  const response = await client({ activity, method: 'HEAD', key, signal })
  const sizeBytes = Number(response.headers.get('content-length') ?? Number.NaN)
  const etag = response.headers.get('etag')
  if (!Number.isSafeInteger(sizeBytes) || etag === null) {
    throw new FileExchangeError('ERR_SERVER', 'The bucket tells no size or version of an object.')
  }
  checkSize(name, sizeBytes, maxBytes)
  return { etag, sizeBytes }
}

/**
 * Whether an answer is the requested part of the requested version: some services ignore `If-Match`,
 * and a proxy may send another part.
 */
function isRequested({ status, headers }: Response, { position, version }: Reading): boolean {
  // A proxy may weaken an etag.
  const strong = (etag: string | undefined) => etag?.replace(/^W\//, '')
  const etag = headers.get('etag') ?? version?.etag
  if (strong(etag) !== strong(version?.etag)) return false
  if (status === 200) return position === 0
  const range = headers.get('content-range')
  return status === 206 && (range === null || range.startsWith(`bytes ${position}-`))
}

async function* readBody(
  body: ReadableStream<Uint8Array>,
  limit: StallLimit,
): AsyncGenerator<Uint8Array> {
  const chunks = receivedInTime(body, limit)
  try {
    for (;;) {
      const next = await chunks.next().catch((cause: unknown) => {
        throw new BodyBroken('The body broke off.', { cause })
      })
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await chunks.return(undefined)
  }
}

async function* readOnce(read: ObjectRead, reading: Reading): AsyncGenerator<Uint8Array> {
  reading.version ??= await versionOf(read)
  const { etag, sizeBytes } = reading.version
  if (reading.position >= sizeBytes) return
  const response = await read.client({
    activity: `reading ${printableName(read.name)}`,
    method: 'GET',
    key: read.key,
    headers: { 'if-match': etag, range: `bytes=${reading.position}-${sizeBytes - 1}` },
    signal: read.signal,
    accepts: [412, 416],
  })
  if (response.body === null || !isRequested(response, reading)) {
    await response.body?.cancel()
    throw changed(read.name)
  }
  for await (const chunk of readBody(response.body, read)) {
    reading.position += chunk.length
    if (reading.position > sizeBytes) throw changed(read.name)
    yield chunk
  }
  if (reading.position < sizeBytes) throw new BodyBroken('The body ended too soon.')
}

/**
 * Reads an object from a position on. When the body is interrupted, the rest is requested again.
 */
export async function* readObject(read: ObjectRead): AsyncGenerator<Uint8Array> {
  const reading: Reading = { position: read.fromByte, version: undefined }
  const retries = createRetryCounter(read.retry, read)
  for (;;) {
    try {
      yield* readOnce(read, reading)
      return
    } catch (error) {
      read.signal?.throwIfAborted()
      if (!(error instanceof BodyBroken)) throw error
      if (await retries.waitAfterFailure(reading.position)) continue
      const name = printableName(read.name)
      throw new FileExchangeError('ERR_CONNECTION', `The bucket broke off while reading ${name}.`, {
        cause: error,
      })
    }
  }
}
