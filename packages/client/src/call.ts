import { checkOptions } from '@merchant-edge/signing/options'
import type { AnyEndpoint, Endpoint } from '@merchant-edge/contract'
import { requestIdChars } from '@merchant-edge/contract/limits'
import type { Answer, AnyAnswer, ReceivedAnswer, RefusalRows } from './answer/answer.ts'
import { checkedTimeout, type Client } from './client.ts'
import { prepareRequest } from './request/prepare-request.ts'
import { readAnswer } from './answer/read-answer.ts'
import { sendWithRetries } from './sending/send-with-retries.ts'

/** What may differ from call to call: signal, timeout and request id. */
export interface CallOptions {
  /** Aborts the call, which then throws an AbortedError. */
  readonly signal?: AbortSignal | undefined
  /**
   * Timeout of the whole call including retries, in milliseconds; that of the client when left out.
   */
  readonly timeoutMs?: number | undefined
  /** X-Request-ID: the merchant's own id of the call, 1 to 255 printable ASCII characters. */
  readonly requestId?: string | undefined
}

function checkedRequestId(requestId: string | undefined): string | undefined {
  if (requestId === undefined) return undefined
  if (requestId.length <= requestIdChars && /^[\x21-\x7e]+$/.test(requestId)) return requestId
  throw new TypeError(
    `requestId must be 1 to ${requestIdChars} printable ASCII characters without spaces`,
  )
}

/**
 * Names an argument that plain JavaScript passes in the wrong place, or without awaiting it.
 *
 * @throws TypeError
 */
function checkPlaces(client: unknown, endpoint: unknown): void {
  if (Object(client).key && Object(endpoint).request) return
  throw new TypeError('call takes a client, an endpoint and a request')
}

function send(
  client: Client,
  endpoint: AnyEndpoint,
  { request, options }: { readonly request: unknown; readonly options: CallOptions },
): Promise<ReceivedAnswer> {
  checkPlaces(client, endpoint)
  checkOptions('call', options, { signal: 'AbortSignal', timeoutMs: 'any', requestId: 'any' })
  const { signal, timeoutMs, requestId } = options
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
 * Calls an endpoint of the service and returns its answer.
 *
 * The request is validated before anything is signed. Reads are retried when no answer arrives;
 * writes only under the merchant's own id (idempotency key), so that they take effect once. When
 * the service refuses the timestamp, the clock is corrected by the Date header of its answer, and
 * the request is sent once more.
 *
 * @param client from `createClient`
 * @param endpoint an endpoint of `@merchant-edge/contract`
 * @param request the fields of the request, as the specification names them
 * @param options signal, deadline and request id
 * @returns the answer of the service: accepted, refused or unlisted
 * @throws TypeError naming an argument, a field or an option that cannot be used; nothing was sent
 * @throws WalletError when there is no trustworthy answer; `sent` says whether the request may have
 *   taken effect
 *
 * @example
 * ```ts
 * import { call, createClient } from '@merchant-edge/client'
 * import { queryOrderV2 } from '@merchant-edge/contract'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   keyCode: 'KEY-1',
 *   privateKey: privateKeyPem,
 *   // In place of the network: what the service answers.
 *   fetch: async () =>
 *     Response.json({
 *       meta: { code: 200 },
 *       data: { order_id: '20260302T1', order_amount: 58_000, pay_status: 'SUCCESS' },
 *     }),
 * })
 *
 * const answer = await call(client, queryOrderV2, { order_id: '20260302T1' }, { timeoutMs: 3_000 })
 * switch (answer.outcome) {
 *   case 'accepted':
 *     if (answer.data.order_amount !== 58_000) throw new Error('Another amount was paid.')
 *     break
 *   case 'refused':
 *     throw new Error(`${answer.cause} ${answer.remedy}`)
 *   case 'unlisted':
 *     throw new Error(`unknown code ${answer.code}`)
 * }
 * ```
 * @see Specification 4, 5.1 to 5.3
 */
// oxlint-disable-next-line max-params -- client, endpoint and request are what a call is made of
export async function call<Request, Success, Refusals extends RefusalRows<Refusals>>(
  client: Client,
  endpoint: Endpoint<Request, Success, Refusals>,
  request: NoInfer<Request>,
  options: CallOptions = {},
): Promise<Answer<Success, Refusals>> {
  return readAnswer(endpoint, await send(client, endpoint, { request, options }))
}

/**
 * Calls an endpoint that is chosen at run time, for example by user input. The request is validated
 * as with `call`; its errors are the same.
 *
 * @param request the fields of the request, not yet validated
 *
 * @example
 * ```ts
 * import { callAny, createClient } from '@merchant-edge/client'
 * import { endpoints } from '@merchant-edge/contract'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   keyCode: 'KEY-1',
 *   privateKey: privateKeyPem,
 *   // In place of the network: what the service answers.
 *   fetch: async () => Response.json({ meta: { code: 4040001 } }),
 * })
 *
 * const fields: unknown = JSON.parse('{"order_id":"20260302T1"}')
 * const answer = await callAny(client, endpoints.queryOrder, fields)
 * if (answer.outcome !== 'refused' || answer.reason !== 'not_found') throw new Error(answer.outcome)
 * ```
 */
// oxlint-disable-next-line max-params -- the same parameters as `call`
export async function callAny(
  client: Client,
  endpoint: AnyEndpoint,
  request: unknown,
  options: CallOptions = {},
): Promise<AnyAnswer> {
  return readAnswer(endpoint, await send(client, endpoint, { request, options }))
}
