import type { AnyEndpoint, Endpoint } from '@merchant-edge/contract'
import { requestIdChars } from '@merchant-edge/contract/limits'
import type { Answer, AnyAnswer, ReceivedAnswer, RefusalRows } from './answer/answer.ts'
import { checkedTimeout, type Client } from './client.ts'
import { prepareRequest } from './request/prepare-request.ts'
import { readAnswer } from './answer/read-answer.ts'
import { sendWithRetries } from './sending/send-with-retries.ts'

/** What may be said about one call. */
export interface CallOptions {
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal
  /** Time for the whole call with its repeats, in milliseconds; that of the client when left out. */
  readonly timeoutMs?: number
  /** X-Request-ID: the merchant's own id of the call, 1 to 255 printable ASCII characters. */
  readonly requestId?: string
}

function checkedRequestId(requestId: string | undefined): string | undefined {
  if (requestId === undefined) return undefined
  if (requestId.length <= requestIdChars && /^[\x21-\x7e]+$/.test(requestId)) return requestId
  throw new TypeError(
    `requestId must be 1 to ${requestIdChars} printable ASCII characters without spaces`,
  )
}

function send(
  client: Client,
  endpoint: AnyEndpoint,
  { request, signal, timeoutMs, requestId }: CallOptions & { readonly request: unknown },
): Promise<ReceivedAnswer> {
  return sendWithRetries({
    client,
    endpoint,
    prepared: prepareRequest(client, endpoint, request),
    requestId: checkedRequestId(requestId),
    timeoutMs: checkedTimeout(timeoutMs ?? client.timeoutMs),
    signal,
  })
}

/**
 * Calls an endpoint of the service and returns what it said.
 *
 * The request is validated before anything is signed. Reads are repeated when no answer comes; writes
 * only under the merchant's own id, so that they take effect once. A clock that the service finds wrong
 * is set by the Date header of its answer, and the request is sent once more.
 *
 * @param client from `createClient`
 * @param endpoint an endpoint of `@merchant-edge/contract`
 * @param request the fields of the request, as the specification names them
 * @param options signal, deadline and request id
 * @returns what the service said: accepted, refused or unlisted
 * @throws TypeError naming a field or option that cannot be used; nothing was sent
 * @throws WalletError when no trustworthy answer came; `sent` tells whether it may have taken effect
 * @see Specification 4, 5.1 to 5.3
 */
// The three things of a call and its options; nobody would read a call that hides them in an object.
// oxlint-disable-next-line max-params
export async function call<Request, Success, Refusals extends RefusalRows<Refusals>>(
  client: Client,
  endpoint: Endpoint<Request, Success, Refusals>,
  request: NoInfer<Request>,
  options: CallOptions = {},
): Promise<Answer<Success, Refusals>> {
  return readAnswer(endpoint, await send(client, endpoint, { request, ...options }))
}

/**
 * Calls an endpoint that is not known until run time, such as one that a person names. The request is
 * validated as with `call`; its errors are the same.
 *
 * @param request the fields of the request, not looked at yet
 */
// As `call` has them.
// oxlint-disable-next-line max-params
export async function callAny(
  client: Client,
  endpoint: AnyEndpoint,
  request: unknown,
  options: CallOptions = {},
): Promise<AnyAnswer> {
  return readAnswer(endpoint, await send(client, endpoint, { request, ...options }))
}
