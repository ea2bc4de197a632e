import type { OptionRules } from '@merchant-edge/signing/options'
import { checkExchangeOptions } from '../exchange/check-exchange-options.ts'
import { systemClock, type Clock } from '../exchange/clock.ts'
import { streamOf } from '../exchange/content.ts'
import type { FileExchange } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { checkFileName, printableName } from '../exchange/file-name.ts'
import { checkNumberOption, maxTimerMs } from '../exchange/number-option.ts'
import { checkRetry, type RetryOptions } from '../exchange/retry.ts'
import { checkSource } from '../exchange/check-source.ts'
import { defaultMaxBytes } from '../exchange/size-limit.ts'
import { type Bucket, findObject, listObjects } from './list-objects.ts'
import { moveObject } from './move-object.ts'
import { putObject } from './put-object.ts'
import { readObject } from './read-object.ts'
import { createS3Client } from './s3-client.ts'
import type { S3Credentials } from './sign-s3-request.ts'
import { maxPartBytes, minPartBytes } from './upload-parts.ts'

/** A folder of a bucket behind an S3 API, such as one of R2, and how to reach it. */
export interface S3BucketOptions {
  /**
   * Address of the API: `https://ACCOUNT.r2.cloudflarestorage.com`. Plain HTTP on loopback only.
   */
  readonly endpoint: string
  readonly bucket: string
  readonly credentials: S3Credentials
  /** Folder in the bucket, without slashes around it; the whole bucket when left out. */
  readonly folder?: string | undefined
  /** Region of the signature; `auto`, as R2 requires, when left out. */
  readonly region?: string | undefined
  /** Largest file that is moved, in bytes; 1 GiB when left out. */
  readonly maxBytes?: number | undefined
  /**
   * A larger file is uploaded in parts of this size, in bytes: 5 MiB to 5 GiB, 64 MiB when left
   * out. Parts are made larger where there would be more than 10,000 of them.
   */
  readonly partBytes?: number | undefined
  /**
   * Longest wait in milliseconds for an answer, and for the next byte of a body in either direction;
   * 20,000 when left out. There is no limit for a whole body, nor of this package for the answer to
   * an upload.
   */
  readonly timeoutMs?: number | undefined
  /** Number and delay of retries. */
  readonly retry?: RetryOptions | undefined
  /** Sends requests; the global `fetch` when left out. */
  readonly fetch?: typeof fetch | undefined
  /** Clock and random numbers; those of the system when left out. */
  readonly clock?: Clock | undefined
}

function readEndpoint(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isLocal = url !== undefined && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url
  throw new FileExchangeError('ERR_OPTIONS', 'The address of the S3 API is no https address.')
}

const defaultPartBytes = 64 * 2 ** 20

function checkPartBytes(partBytes: number): void {
  const isFit =
    Number.isSafeInteger(partBytes) && partBytes >= minPartBytes && partBytes <= maxPartBytes
  if (isFit) return
  throw new FileExchangeError('ERR_OPTIONS', 'The size of the parts is not from 5 MiB to 5 GiB.')
}

/**
 * A slash around the folder would be part of every key: the folder would be another one, and look
 * empty. A step in a path would lead to another folder than that which is listed, or out of the
 * bucket.
 */
function checkFolder(folder: string): void {
  if (/^\/|\/$/.test(folder)) {
    throw new FileExchangeError(
      'ERR_OPTIONS',
      'The folder of the bucket begins or ends with a slash.',
      { remedy: 'Write it without: partner/in. The whole bucket is the empty text.' },
    )
  }
  if (!folder.split('/').some((part) => part === '.' || part === '..')) return
  throw new FileExchangeError('ERR_OPTIONS', 'The folder of the bucket has a step such as "..".', {
    remedy: 'Write the whole path of the folder in the bucket.',
  })
}

function checkRegion(region: string): void {
  if (/^[A-Za-z0-9-]{1,64}$/.test(region)) return
  throw new FileExchangeError('ERR_OPTIONS', 'The region of the bucket is no name of a region.', {
    remedy: 'Write it as the service does, such as eu-central-1; auto for R2.',
  })
}

/**
 * Checks what comes from settings; an empty one would be refused by the service without saying why.
 */
function checkBucket(bucket: unknown, credentials: unknown): void {
  if (typeof bucket !== 'string' || !/^[\w.-]+$/.test(bucket)) {
    throw new FileExchangeError('ERR_OPTIONS', 'The name of the bucket is missing, or is a path.', {
      remedy: 'Give the name alone; the folder in it is an option of its own.',
    })
  }
  const { accessKeyId, secretAccessKey, sessionToken } = Object(credentials)
  if (![accessKeyId, secretAccessKey].every((text) => typeof text === 'string' && text !== '')) {
    throw new FileExchangeError('ERR_OPTIONS', 'The credentials of the S3 API are missing.', {
      remedy: 'Give accessKeyId and secretAccessKey.',
    })
  }
  // Other fields are allowed: those of the SDK of Amazon have an expiry.
  if (sessionToken === undefined || (typeof sessionToken === 'string' && sessionToken !== ''))
    return
  throw new FileExchangeError(
    'ERR_OPTIONS',
    'The session token of the S3 API is no text, or empty.',
    {
      remedy: 'Leave it out for credentials that are not temporary.',
    },
  )
}

const optionRules: OptionRules<S3BucketOptions> = {
  endpoint: 'string!',
  bucket: 'any',
  credentials: 'any',
  folder: 'string',
  region: 'string',
  maxBytes: 'number',
  partBytes: 'number',
  timeoutMs: 'any',
  retry: 'object',
  fetch: 'function',
  clock: 'object',
}

/**
 * Exchanges files with a bucket through the S3 API, signed with AWS Signature Version 4. An upload
 * is one request, or one in parts for a large file, so that an object is either whole or not there.
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
  checkExchangeOptions('createS3Bucket', options, optionRules)
  const { bucket, credentials, folder = '', region = 'auto', retry = {} } = options
  const { maxBytes = defaultMaxBytes, partBytes = defaultPartBytes } = options
  const { timeoutMs = 20_000, clock = systemClock } = options
  checkBucket(bucket, credentials)
  checkPartBytes(partBytes)
  checkRetry(retry)
  checkNumberOption('timeoutMs', timeoutMs, { from: 1, to: maxTimerMs })
  checkRegion(region)
  checkFolder(folder)
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
    place: async () => `s3:${endpoint.host}/${bucket}/${folder}`,
    list: () => listObjects(at),
    async find(name) {
      checkFileName(name)
      return await findObject(at, name)
    },
    async get(name, { fromByte = 0, signal } = {}) {
      const limits = { maxBytes, retry, timeoutMs, clock, signal }
      return streamOf(readObject({ client, key: keyOf(name), name, fromByte, ...limits }))
    },
    async put(name, source, putOptions = {}) {
      checkFileName(name)
      checkSource(name, source, maxBytes)
      await putObject(at, exchange, { name, source, options: putOptions, partBytes })
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
