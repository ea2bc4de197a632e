import { chunksOf, streamOf } from '../exchange/content.ts'
import { receivedInTime, takenInTime, type StallLimit } from '../exchange/stall-limit.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { createDeadline, type Clock } from '../exchange/clock.ts'
import { createRetryCounter, type RetryOptions } from '../exchange/retry.ts'
import { errorCodeOf, rootOf } from './answer-xml.ts'
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
  /**
   * Longest time in milliseconds until an answer begins, and in which no byte of a body moves.
   */
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
  /**
   * Root element of the XML of a successful answer. S3 starts some answers with status 200 before
   * the outcome is known; an error element instead of this one then means failure.
   */
  readonly result?: string
  /** Whether the call reads the body of a success itself, so that a broken connection is retried. */
  readonly readsAnswer?: boolean
}

/** Calls the API, with retries when they may help. Throws a `FileExchangeError`. */
export type S3Client = (call: S3Call) => Promise<Response>

/** Codes of errors after which the same request may succeed, whatever the status of the answer. */
const passing: ReadonlySet<string> = new Set([
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
])

function mayRepeat(status: number, code: string | undefined): boolean {
  if (code !== undefined && passing.has(code)) return true
  return status === 429 || (status >= 500 && status !== 501)
}

/** Data of a refusal. */
interface Refused {
  readonly status: number
  /** Code in the body, such as `NoSuchBucket`, if it tells one. */
  readonly code: string | undefined
  readonly activity: string
}

function refusal({ status, code, activity }: Refused): FileExchangeError {
  const said = code === undefined ? String(status) : `${status}, ${code},`
  const answered = `The bucket answered ${said} while ${activity}.`
  if (mayRepeat(status, code)) {
    return new FileExchangeError('ERR_CONNECTION', answered, {
      remedy: 'Try again later; what was begun is safe to repeat.',
    })
  }
  if (code === 'AuthorizationHeaderMalformed' || (status >= 300 && status < 400)) {
    return new FileExchangeError('ERR_LOGIN', answered, {
      remedy: 'Give the address of the API and the region of this bucket.',
    })
  }
  if (status === 403 && code === 'AccessDenied') {
    return new FileExchangeError('ERR_PERMISSION', answered, {
      remedy:
        'Check the rights of the access key on this bucket, and whether it keeps its objects.',
    })
  }
  if (status === 401 || status === 403) {
    return new FileExchangeError('ERR_LOGIN', answered, {
      remedy: 'Check the access key, its rights on the bucket, the region and the clock.',
    })
  }
  if (status === 404) {
    return code === 'NoSuchBucket'
      ? new FileExchangeError('ERR_FILE_MISSING', `There is no such bucket while ${activity}.`, {
          remedy: 'Make the bucket, or correct its name.',
        })
      : new FileExchangeError('ERR_FILE_MISSING', `The bucket found nothing while ${activity}.`)
  }
  return new FileExchangeError('ERR_SERVER', answered)
}

function unreachable(host: string, activity: string, cause: unknown): FileExchangeError {
  // So Node says it; @see https://fetch.spec.whatwg.org/#port-blocking
  const refused = cause instanceof Error && cause.cause
  const isBadPort = refused instanceof Error && refused.message === 'bad port'
  const what = `${host} could not be reached while ${activity}.`
  return new FileExchangeError('ERR_CONNECTION', what, {
    cause,
    ...(isBadPort && {
      remedy: 'fetch never connects to this port, which belongs to another protocol: use another.',
    }),
  })
}

class SourceFailed extends Error {
  override readonly name = 'SourceFailed'
}

/**
 * Wraps a body to remember the error of its source, because fetch would report a network error
 * instead, and to end the request when the bucket takes no more of it.
 */
function guarded(source: ReadableStream<Uint8Array>, limit: StallLimit) {
  let failed: SourceFailed | undefined
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunksOf(source)
    } catch (cause) {
      failed = new SourceFailed('The source failed.', { cause })
      throw failed
    }
  }
  const taken = takenInTime(chunks(), limit)
  return { stream: streamOf(taken.chunks), taken, failure: () => failed }
}

function textOfAnswer({ body }: Response, limit: StallLimit): Promise<string> {
  return new Response(body && streamOf(receivedInTime(body, limit))).text()
}

async function attempt(
  options: S3ClientOptions,
  call: S3Call,
  keys: Map<string, ArrayBuffer>,
): Promise<{ readonly response: Response; readonly failure?: Refused }> {
  const path = call.key === undefined ? '' : `/${escapeKey(call.key)}`
  const url = new URL(`/${escapeKey(options.bucket)}${path}`, options.endpoint)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const request = { method: call.method, url, headers: call.headers ?? {} }
  const scope = { region: options.region, nowMs: options.clock.now(), keys }
  const headers = await signS3Request(request, options.credentials, scope)
  const body = call.body === undefined ? undefined : guarded(await call.body(), options)
  const deadline = createDeadline(options.clock, options.timeoutMs)
  // Large files on slow connections would never complete within a time for the whole.
  if (body !== undefined) deadline.clear()
  const signals = [body?.taken.signal ?? deadline.signal, ...(call.signal ? [call.signal] : [])]
  // Not signed, because proxies may change it.
  const sent = { ...headers, 'accept-encoding': 'identity' }
  const init = { method: call.method, headers: sent, signal: AbortSignal.any(signals) }
  const streaming = body === undefined ? {} : { body: body.stream, duplex: 'half' }
  try {
    const response = await options.fetch(url, { redirect: 'manual', ...init, ...streaming })
    const { ok, status } = response
    if (ok) deadline.clear()
    const { result, readsAnswer = result !== undefined } = call
    if (ok ? !readsAnswer : call.accepts?.includes(status) === true) return { response }
    const text = await textOfAnswer(response, options)
    if (ok && (result === undefined || rootOf(text)?.name === result)) {
      return { response: new Response(text, response) }
    }
    return { response, failure: { status, code: errorCodeOf(text), activity: call.activity } }
  } catch (error) {
    throw body?.failure() ?? error
  } finally {
    deadline.clear()
    body?.taken.end()
  }
}

/**
 * A client of one bucket. Lost connections, the statuses 429 and 5xx, and transient errors are
 * retried.
 */
export function createS3Client(options: S3ClientOptions): S3Client {
  const keys = new Map<string, ArrayBuffer>()
  return async (call) => {
    const { clock } = options
    const retries = createRetryCounter(options.retry, { clock, signal: call.signal })
    for (;;) {
      call.signal?.throwIfAborted()
      let failure: FileExchangeError
      try {
        const { response, failure: refused } = await attempt(options, call, keys)
        if (refused === undefined) return response
        failure = refusal(refused)
        if (!mayRepeat(refused.status, refused.code)) throw failure
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
