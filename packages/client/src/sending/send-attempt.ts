import type { AnyEndpoint } from '@merchant-edge/contract'
import { readEnvelope, type Envelope } from '@merchant-edge/contract/envelope'
import { signRequest } from '@merchant-edge/signing'
import type { Client } from '../client.ts'
import type { Deadline } from '../time/deadline.ts'
import type { PreparedRequest } from '../request/prepare-request.ts'
import { neverConnected, wordsOf } from './never-connected.ts'
import { readBody } from './read-body.ts'

/** One HTTP request of a call; each attempt is signed anew, with its own nonce and timestamp. */
export interface Attempt {
  readonly client: Client
  readonly endpoint: AnyEndpoint
  readonly prepared: PreparedRequest
  readonly requestId: string | undefined
  /** 1 for the first attempt. */
  readonly number: number
  /** Ends the attempt when its time is over or the caller aborts. */
  readonly deadline: Deadline
}

/** How an attempt ended. */
export type AttemptResult =
  /** The service answered with its envelope. */
  | {
      readonly kind: 'answered'
      readonly envelope: Envelope
      /** Date header of the answer. */
      readonly date: string | null
      /** X-Timestamp of the request, in seconds since 1970. */
      readonly timestamp: number
    }
  /**
   * The response is not an answer of the service but, for example, a page of a proxy, or
   * contradicts itself: a success code under the HTTP status of a failure.
   */
  | { readonly kind: 'invalid-response'; readonly status: number; readonly what: string }
  /** The call timed out or was aborted before anything was sent. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  /** No connection was made, so nothing was sent. */
  | { readonly kind: 'not-connected'; readonly cause: unknown }
  /**
   * The request may have been sent, and no complete response arrived; has a status when the
   * response head arrived.
   */
  | { readonly kind: 'no-response'; readonly cause: unknown; readonly status: number | undefined }

/** 200, or seven digits; refusals over the gateway have six. @see Specification 7 */
const successCode = /^2\d\d(\d{4})?$/

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

async function readAttempt(
  response: Response,
  timestamp: number,
  { deadline, endpoint }: Pick<Attempt, 'deadline' | 'endpoint'>,
): Promise<AttemptResult> {
  const { status, headers, type, ok } = response
  const contentType = headers.get('content-type')?.slice(0, 60) ?? 'no content type'
  const invalid = (what: string): AttemptResult => ({
    kind: 'invalid-response',
    status,
    what: `HTTP ${status}, ${contentType}, ${what}`,
  })
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    response.body?.cancel().catch(() => undefined)
    return invalid('a redirect, which is not followed')
  }
  const bytes = await readBody(response, deadline, endpoint.answerBytes)
  if (bytes === undefined) return invalid('too many bytes')
  // `meta.code` decides, except that no failure can carry a success. Assumes G-13.
  const envelope = readEnvelope(parseJson(bytes))
  if (envelope === undefined) return invalid(`${bytes.byteLength} bytes without an envelope`)
  if (!ok && successCode.test(`${envelope.code}`)) return invalid(`meta.code ${envelope.code}`)
  return { kind: 'answered', envelope, date: headers.get('date'), timestamp }
}

/**
 * The error of `fetch` without the query of the request, in which a phone number may stand: Deno
 * quotes the whole address. An error that quotes nothing stays the same object.
 */
function withoutQuery(failure: unknown, query: string): unknown {
  const words = wordsOf(failure)
  const isQuoting = query !== '' && words.includes(query)
  return isQuoting ? new TypeError(words.replaceAll(query, '?***')) : failure
}

/**
 * Signs a request, sends it once and reads the whole answer. The query string is signed
 * only when the client says so. Assumes G-01 and G-36.
 *
 * @throws KeyError, and TypeError when the value of the nonce source or the clock cannot be signed
 */
export async function sendAttempt(attempt: Attempt): Promise<AttemptResult> {
  const { client, prepared, requestId, number, deadline } = attempt
  const { name: endpoint, method } = attempt.endpoint
  const { signal } = deadline
  const timestamp = client.clock.timestamp()
  const { headers } = await signRequest({
    key: await client.key(),
    keyCode: client.keyCode,
    method,
    path: client.signQuery ? prepared.path + prepared.query : prepared.path,
    body: prepared.body,
    nonce: client.nonce(),
    timestamp,
  })
  if (signal.aborted) return { kind: 'not-sent', cause: signal.reason }
  const { keyCode, hooks } = client
  const { path, fields } = prepared
  const common = { endpoint, attempt: number }
  hooks?.sending({ ...common, method, path, keyCode, timestamp, requestId, request: fields })
  const startedMs = client.now()
  let status: number | undefined
  try {
    const sending = client.fetch(prepared.url, {
      method,
      headers: {
        ...prepared.headers,
        ...(client.linkedAccountHeaders === 'none' && prepared.bodySignedText !== undefined
          ? {}
          : headers),
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(requestId !== undefined && { 'X-Request-ID': requestId }),
      },
      // Bytes instead of text, so that no runtime can encode them differently from what was signed.
      ...(method !== 'GET' && { body: new TextEncoder().encode(prepared.body) }),
      redirect: 'manual',
      signal,
    })
    const response = await deadline.race(sending)
    status = response.status
    const result = await readAttempt(response, timestamp, attempt)
    const envelope = result.kind === 'answered' ? result.envelope : undefined
    hooks?.received({
      ...common,
      status,
      durationMs: Math.max(0, client.now() - startedMs),
      code: envelope?.code,
      message: envelope?.message ?? '',
      data: envelope?.data,
    })
    return result
  } catch (failure) {
    // The reason of an abort may be any error, also one of another connection that failed.
    const isUnsent = status === undefined && !signal.aborted && neverConnected(failure)
    const cause = signal.aborted ? failure : withoutQuery(failure, prepared.query)
    return isUnsent ? { kind: 'not-connected', cause } : { kind: 'no-response', cause, status }
  }
}
