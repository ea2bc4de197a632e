import { systemClock, type Clock } from '../exchange/clock.ts'
import { chunksOf, sameContent, streamOf } from '../exchange/content.ts'
import type { FileExchange, FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { checkFileName, printableName } from '../exchange/file-name.ts'
import type { RetryOptions } from '../exchange/retry.ts'
import { checkSize, defaultMaxBytes } from '../exchange/size-limit.ts'
import { type Bucket, findObject, listObjects } from './list-objects.ts'
import { readObject } from './read-object.ts'
import { createS3Client } from './s3-client.ts'
import { escapeKey, type S3Credentials } from './sign-s3-request.ts'

/** A folder of a bucket behind an S3 API, such as one of R2, and how to reach it. */
export interface S3BucketOptions {
  /**
   * Address of the API: `https://ACCOUNT.r2.cloudflarestorage.com`. Plain HTTP on loopback only.
   */
  readonly endpoint: string
  readonly bucket: string
  readonly credentials: S3Credentials
  /** Folder in the bucket, without slashes around it; the whole bucket when left out. */
  readonly folder?: string
  /** Region of the signature; `auto`, as R2 wants it, when left out. */
  readonly region?: string
  /** Largest file that is moved, in bytes; 1 GiB when left out, 5 GB at most by one upload of S3. */
  readonly maxBytes?: number
  /** Longest wait for an answer in milliseconds; 20,000 when left out. */
  readonly timeoutMs?: number
  /** How often and how soon to try again. */
  readonly retry?: RetryOptions
  /** Sends requests; the global `fetch` when left out. */
  readonly fetch?: typeof fetch
  /** Time and chance; those of this machine when left out. */
  readonly clock?: Clock
}

function readEndpoint(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isLocal = url !== undefined && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url
  throw new FileExchangeError('ERR_OPTIONS', 'The address of the S3 API is no https address.')
}

function wrongSize(name: string, { sizeBytes }: FileSource): FileExchangeError {
  return new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The source of ${printableName(name)} did not deliver its ${sizeBytes} bytes.`,
  )
}

async function* counted(
  name: string,
  source: FileSource,
  onProgress: PutOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  let position = 0
  for await (const chunk of chunksOf(await source.open(0))) {
    position += chunk.length
    if (position > source.sizeBytes) throw wrongSize(name, source)
    yield chunk
    onProgress?.(position)
  }
  if (position < source.sizeBytes) throw wrongSize(name, source)
}

async function putObject(
  { client, prefix }: Bucket,
  exchange: FileExchange,
  { name, source, options }: { name: string; source: FileSource; options: PutOptions },
): Promise<void> {
  const { signal, onProgress } = options
  const free: Record<string, string> = options.replace === true ? {} : { 'if-none-match': '*' }
  const response = await client({
    activity: `writing ${printableName(name)}`,
    method: 'PUT',
    key: `${prefix}${name}`,
    headers: { ...free, 'content-length': String(source.sizeBytes) },
    body: async () => streamOf(counted(name, source, onProgress)),
    signal,
    accepts: [409, 412],
  })
  await response.body?.cancel()
  if (!response.ok) {
    // Our own file may be there, from an attempt whose answer was lost.
    if ((await sameContent(exchange, name, source)) !== undefined) return
    throw new FileExchangeError('ERR_FILE_EXISTS', `${printableName(name)} is there already.`)
  }
  const written = await exchange.find(name)
  if (written?.sizeBytes === source.sizeBytes) return
  throw new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The bucket holds ${written?.sizeBytes ?? 0} of the ${source.sizeBytes} bytes of ${printableName(name)}.`,
  )
}

async function moveObject(
  { client, bucket, prefix }: Bucket,
  exchange: FileExchange,
  { name, newName }: { name: string; newName: string },
): Promise<void> {
  if ((await exchange.find(newName)) !== undefined) {
    throw new FileExchangeError('ERR_FILE_EXISTS', `${printableName(newName)} is there already.`)
  }
  const from = `/${escapeKey(bucket)}/${escapeKey(`${prefix}${name}`)}`
  const activity = `renaming ${printableName(name)}`
  const headers = { 'x-amz-copy-source': from }
  const response = await client({ activity, method: 'PUT', key: `${prefix}${newName}`, headers })
  await response.body?.cancel()
  await exchange.remove(name)
}

/**
 * Exchanges files with a bucket through the S3 API, signed with AWS Signature Version 4. An upload is
 * one request, so that an object is either whole or not there.
 *
 * @throws FileExchangeError `ERR_OPTIONS` at once for invalid settings
 *
 * @example
 * ```ts
 * import { createS3Bucket } from '@merchant-edge/sftp'
 *
 * export const bucket = createS3Bucket({
 *   endpoint: 'https://ACCOUNT.r2.cloudflarestorage.com',
 *   bucket: 'files',
 *   folder: 'outgoing',
 *   credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
 * })
 * ```
 */
export function createS3Bucket(options: S3BucketOptions): FileExchange {
  const { bucket, credentials, folder = '', region = 'auto', retry = {} } = options
  const { maxBytes = defaultMaxBytes, timeoutMs = 20_000, clock = systemClock } = options
  const endpoint = readEndpoint(options.endpoint)
  const send = options.fetch ?? fetch
  const client = createS3Client({
    endpoint,
    bucket,
    region,
    credentials,
    retry,
    timeoutMs,
    fetch: send,
    clock,
  })
  const prefix = folder === '' ? '' : `${folder}/`
  const at: Bucket = { client, bucket, prefix }
  const keyOf = (name: string): string => {
    checkFileName(name)
    return `${prefix}${name}`
  }
  const exchange: FileExchange = {
    title: `s3://${bucket}/${folder}`,
    list: () => listObjects(at),
    async find(name) {
      checkFileName(name)
      return await findObject(at, name)
    },
    async get(name, { fromByte = 0, signal } = {}) {
      return streamOf(
        readObject({ client, key: keyOf(name), name, fromByte, maxBytes, retry, clock, signal }),
      )
    },
    async put(name, source, putOptions = {}) {
      checkFileName(name)
      checkSize(name, source.sizeBytes, maxBytes)
      await putObject(at, exchange, { name, source, options: putOptions })
    },
    async move(name, newName) {
      checkFileName(name)
      checkFileName(newName)
      await moveObject(at, exchange, { name, newName })
    },
    async remove(name) {
      const activity = `removing ${printableName(name)}`
      const response = await client({ activity, method: 'DELETE', key: keyOf(name) })
      await response.body?.cancel()
    },
    close: async () => undefined,
  }
  return exchange
}
