import { checkExchangeOptions } from './exchange/check-exchange-options.ts'
import type { Clock } from './exchange/clock.ts'
import type { FileExchange } from './exchange/file-exchange.ts'
import { FileExchangeError } from './exchange/file-exchange-error.ts'
import { createLocalFolder } from './local/local-folder.ts'
import type { RetryOptions } from './exchange/retry.ts'
import { createS3Bucket } from './s3/s3-bucket.ts'
import type { S3Credentials } from './s3/sign-s3-request.ts'
import { type HostKeyAlgorithm, createSftpExchange } from './sftp/sftp-exchange.ts'
import type { SftpLogin } from './sftp/sftp-login.ts'

/** Settings of a location besides its address. Secrets belong here and never into the address. */
export interface LocationSettings {
  /** For `sftp:`: how to log in. */
  readonly login?: SftpLogin | undefined
  /** For `sftp:`: one or two fingerprints of the server's host key. */
  readonly hostKeyFingerprints?: readonly string[] | undefined
  /** For `sftp:`: host key algorithms to request, preferred first. */
  readonly hostKeyAlgorithms?: readonly HostKeyAlgorithm[] | undefined
  /** For `s3:`: address of the S3 API. */
  readonly s3Endpoint?: string | undefined
  /** For `s3:`: the access key. */
  readonly s3Credentials?: S3Credentials | undefined
  /** For `s3:`: region of the bucket; `auto`, as R2 requires, when left out. */
  readonly s3Region?: string | undefined
  /** Largest file that is moved, in bytes; 1 GiB when left out. */
  readonly maxBytes?: number | undefined
  /** Number and delay of retries when a connection breaks. */
  readonly retry?: RetryOptions | undefined
  /** Clock and random numbers; those of the system when left out. */
  readonly clock?: Clock | undefined
}

function missing(what: string, remedy: string): FileExchangeError {
  return new FileExchangeError('ERR_OPTIONS', `${what} is missing.`, { remedy })
}

function commonOptions({ maxBytes, retry, clock }: LocationSettings) {
  return {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(retry !== undefined && { retry }),
    ...(clock !== undefined && { clock }),
  }
}

/**
 * Decodes the percent escapes of a part of an address.
 *
 * @throws FileExchangeError `ERR_OPTIONS` for a `%` that escapes nothing
 */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new FileExchangeError('ERR_OPTIONS', 'The address has a % that escapes nothing.', {
      cause,
      remedy: 'Write %25 for a percent sign.',
    })
  }
}

/**
 * The part of the address after these characters would be dropped, and the files would go to
 * another folder.
 */
function checkHasPathOnly({ search, hash }: URL): void {
  if (search === '' && hash === '') return
  throw new FileExchangeError('ERR_OPTIONS', 'The address has a ? or a # that is not escaped.', {
    remedy: 'Write %3F for a question mark and %23 for a number sign.',
  })
}

/**
 * `/~/out` is relative to the folder in which the login starts, `/out` to the root of the server.
 */
function serverFolder(path: string): string {
  const folder = decoded(path).replace(/(?<=.)\/$/, '')
  if (folder === '' || folder === '/' || folder === '/~') return '.'
  return folder.startsWith('/~/') ? folder.slice(3) : folder
}

function openServer(url: URL, settings: LocationSettings): FileExchange {
  const { login, hostKeyFingerprints = [], hostKeyAlgorithms } = settings
  if (url.password !== '') {
    throw new FileExchangeError('ERR_OPTIONS', 'The address of the server holds a password.', {
      remedy: 'Take it out, as commands are seen and remembered, and give it in a file instead.',
    })
  }
  if (url.username === '') throw missing('The user name', 'Write sftp://USER@HOST/FOLDER.')
  if (login === undefined) throw missing('The login', 'Give a private key or a password.')
  return createSftpExchange({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    ...(url.port !== '' && { port: Number(url.port) }),
    username: decoded(url.username),
    login,
    folder: serverFolder(url.pathname),
    hostKeyFingerprints,
    ...(hostKeyAlgorithms !== undefined && { hostKeyAlgorithms }),
    ...commonOptions(settings),
  })
}

/** A path without the slashes around it. */
function withoutSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path.startsWith('/', start)) start += 1
  while (end > start && path.endsWith('/', end)) end -= 1
  return path.slice(start, end)
}

function openBucket(url: URL, settings: LocationSettings): FileExchange {
  const { s3Endpoint, s3Credentials, s3Region } = settings
  if (`${url.username}${url.password}${url.port}` !== '') {
    throw new FileExchangeError(
      'ERR_OPTIONS',
      'The address of the bucket has more than its name.',
      {
        remedy:
          'Write s3://BUCKET/FOLDER; give the access key and the address of the API beside it.',
      },
    )
  }
  if (s3Endpoint === undefined) throw missing('The address of the S3 API', 'Give the endpoint.')
  if (s3Credentials === undefined) throw missing('The access key', 'Give its id and its secret.')
  return createS3Bucket({
    endpoint: s3Endpoint,
    bucket: url.hostname,
    folder: withoutSlashes(decoded(url.pathname)),
    credentials: s3Credentials,
    ...(s3Region !== undefined && { region: s3Region }),
    ...commonOptions(settings),
  })
}

/**
 * Opens a location by its address: `sftp://USER@HOST:PORT/FOLDER`, `s3://BUCKET/FOLDER`, or the
 * path of a folder of this machine. Nothing is sent yet.
 *
 * @throws FileExchangeError `ERR_OPTIONS` when the address is invalid or a setting is missing
 *
 * @example
 * ```ts
 * import { openLocation } from '@merchant-edge/sftp'
 *
 * const bucket = openLocation('s3://files/partner', {
 *   s3Endpoint: 'https://ACCOUNT.r2.cloudflarestorage.com',
 *   s3Credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
 * })
 * const folder = openLocation('./out')
 *
 * export const titles = [bucket.title, folder.title]
 * ```
 */
export function openLocation(location: string, settings: LocationSettings = {}): FileExchange {
  checkExchangeOptions('openLocation', { location }, { location: 'string!' })
  checkExchangeOptions('openLocation', settings, {
    login: 'object',
    hostKeyFingerprints: 'Array',
    hostKeyAlgorithms: 'Array',
    s3Endpoint: 'string',
    s3Credentials: 'object',
    s3Region: 'string',
    maxBytes: 'number',
    retry: 'object',
    clock: 'object',
  })
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(location)?.[1]?.toLowerCase()
  if (scheme === undefined) return createLocalFolder(location, commonOptions(settings))
  const url = URL.canParse(location) ? new URL(location) : undefined
  if (url !== undefined) checkHasPathOnly(url)
  if (url !== undefined && scheme === 'sftp') return openServer(url, settings)
  if (url !== undefined && scheme === 's3') return openBucket(url, settings)
  throw new FileExchangeError('ERR_OPTIONS', 'The location is neither sftp:, s3: nor a folder.', {
    remedy: 'Write sftp://USER@HOST/FOLDER, s3://BUCKET/FOLDER or the path of a folder.',
  })
}
