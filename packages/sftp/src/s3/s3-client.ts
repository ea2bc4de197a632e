import { chunksOf, streamOf } from '../exchange/content.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { createDeadline, type Clock } from '../exchange/clock.ts'
import { createRetryCounter, type RetryOptions } from '../exchange/retry.ts'
import { escapeKey, signS3Request, type S3Credentials, type S3Request } from './sign-s3-request.ts'

/** Settings of {@link createS3Client}. */
export interface S3ClientOptions {
  /** Address of the API, such as `https://ACCOUNT.r2.cloudflarestorage.com`. */
  readonly endpoint: URL
  readonly bucket: string
  /** Region of the signature; R2 calls it `auto`. */
  readonly region: string
  readonly credentials: S3Credentials
  readonly retry: RetryOptions
  /** Longest time until an answer begins, in milliseconds. */
  readonly timeoutMs: number
  readonly fetch: typeof fetch
  readonly clock: Clock
}

/** One call of the API. */
export interface S3Call {
  /** What is done, for a message. */
  readonly activity: string
  readonly method: S3Request['method']
  /** Key of the object; the bucket itself when left out. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Opens the body; called again for every attempt. */
  readonly body?: () => Promise<ReadableStream<Uint8Array>>
  readonly signal?: AbortSignal | undefined
  /** Statuses to return besides 2xx; every other one is thrown as an error. */
  readonly accepts?: readonly number[]
}

/** Calls the API, and repeats the call when that may help. Throws a `FileExchangeError`. */
export type S3Client = (call: S3Call) => Promise<Response>

function mayRepeat(status: number): boolean {
  return status === 429 || status >= 500
}

function refusal({ status }: Response, activity: string): FileExchangeError {
  if (mayRepeat(status)) {
    return new FileExchangeError(
      'ERR_CONNECTION',
      `The bucket answered ${status} while ${activity}.`,
      {
        remedy: 'Try again later; what was begun is safe to repeat.',
      },
    )
  }
  if (status === 401 || status === 403) {
    return new FileExchangeError('ERR_LOGIN', `The bucket refused (${status}) while ${activity}.`, {
      remedy: 'Check the access key, its rights on the bucket, the region and the clock.',
    })
  }
  if (status === 404) {
    return new FileExchangeError('ERR_FILE_MISSING', `The bucket found nothing while ${activity}.`)
  }
  return new FileExchangeError('ERR_SERVER', `The bucket answered ${status} while ${activity}.`)
}

function unreachable(host: string, activity: string, cause: unknown): FileExchangeError {
  return new FileExchangeError(
    'ERR_CONNECTION',
    `${host} could not be reached while ${activity}.`,
    {
      cause,
    },
  )
}

class SourceFailed extends Error {
  override readonly name = 'SourceFailed'
}

/** A body that keeps the error of its source: fetch would report a network error instead. */
function guarded(source: ReadableStream<Uint8Array>) {
  let failed: SourceFailed | undefined
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunksOf(source)
    } catch (cause) {
      failed = new SourceFailed('The source failed.', { cause })
      throw failed
    }
  }
  return { stream: streamOf(chunks()), failure: () => failed }
}

async function attempt(
  options: S3ClientOptions,
  call: S3Call,
  keys: Map<string, ArrayBuffer>,
): Promise<Response> {
  const path = call.key === undefined ? '' : `/${escapeKey(call.key)}`
  const url = new URL(`/${escapeKey(options.bucket)}${path}`, options.endpoint)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const request = { method: call.method, url, headers: call.headers ?? {} }
  const scope = { region: options.region, nowMs: options.clock.now(), keys }
  const headers = await signS3Request(request, options.credentials, scope)
  const body = call.body === undefined ? undefined : guarded(await call.body())
  const deadline = createDeadline(options.clock, options.timeoutMs)
  // An upload may take as long as it needs: a deadline would end large files on slow lines.
  if (body !== undefined) deadline.clear()
  const signals = call.signal === undefined ? [deadline.signal] : [deadline.signal, call.signal]
  // Not signed, because proxies may change it.
  const sent = { ...headers, 'accept-encoding': 'identity' }
  const init = { method: call.method, headers: sent, signal: AbortSignal.any(signals) }
  const streaming = body === undefined ? {} : { body: body.stream, duplex: 'half' }
  try {
    return await options.fetch(url, { redirect: 'error', ...init, ...streaming })
  } catch (error) {
    throw body?.failure() ?? error
  } finally {
    deadline.clear()
  }
}

/** A client of one bucket. Lost connections and the statuses 429 and 5xx are retried. */
export function createS3Client(options: S3ClientOptions): S3Client {
  const keys = new Map<string, ArrayBuffer>()
  return async (call) => {
    const { clock } = options
    const retries = createRetryCounter(options.retry, { clock, signal: call.signal })
    for (;;) {
      call.signal?.throwIfAborted()
      let failure: FileExchangeError
      try {
        const response = await attempt(options, call, keys)
        if (response.ok || call.accepts?.includes(response.status) === true) return response
        await response.body?.cancel()
        failure = refusal(response, call.activity)
        if (!mayRepeat(response.status)) throw failure
      } catch (error) {
        call.signal?.throwIfAborted()
        if (error instanceof FileExchangeError) throw error
        if (error instanceof SourceFailed) throw error.cause
        failure = unreachable(options.endpoint.host, call.activity, error)
      }
      if (!(await retries.waitAfterFailure(0))) throw failure
    }
  }
}
