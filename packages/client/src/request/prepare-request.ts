import type { AnyEndpoint } from '@merchant-edge/contract'
import type { Client } from '../client.ts'
import { validate } from '../validate.ts'

/** A validated request, ready to send; each attempt signs it again. */
export interface PreparedRequest {
  /** Address to send it to. */
  readonly url: string
  /** Path as it goes over the wire, without the query. */
  readonly path: string
  /** Query with its question mark; empty when there is none. */
  readonly query: string
  /** Exact text of the body; empty for a GET. Assumes G-02. */
  readonly body: string
  /** Headers of this request only, such as those of the gateway. */
  readonly headers: Readonly<Record<string, string>>
  /** Text that the field `signature` of the body covers; undefined where the body has none. */
  readonly bodySignedText: string | undefined
  /** The validated fields, for hooks. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Whether a retry is safe: a read, or a write with an idempotency key. */
  readonly repeatable: boolean
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function validFields(endpoint: AnyEndpoint, request: unknown): Readonly<Record<string, unknown>> {
  const { name } = endpoint
  const validated = validate(endpoint.request, request, 'the request')
  if (!validated.valid) throw new TypeError(`${name}: ${validated.problems.join('; ')}`)
  const fields = validated.output
  if (!isRecord(fields) || !isRecord(request)) throw new TypeError(`${name} takes an object`)
  for (const [field, value] of Object.entries(request)) {
    // Silently ignoring a misspelled amount would move the wrong sum.
    if (value !== undefined && !Object.hasOwn(fields, field)) {
      throw new TypeError(`${name}: ${field} is not a field of this request`)
    }
  }
  return fields
}

function urlPart(place: string, value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (typeof value === 'string' && value.isWellFormed()) return encodeURIComponent(value)
  throw new TypeError(
    `${place} must be well-formed text, a number or a boolean to stand in an address`,
  )
}

function bodyText(name: string, fields: object): string {
  try {
    return JSON.stringify(fields)
  } catch (cause) {
    throw new TypeError(`${name}: the request cannot be written as JSON`, { cause })
  }
}

/** Origin and path of an endpoint at this service, with its path fields still in braces. */
function placeOf(client: RequestSettings, endpoint: AnyEndpoint): { origin: string; path: string } {
  const { name } = endpoint
  const path = Object.hasOwn(client.paths, name) ? client.paths[name] : undefined
  const isPayment = endpoint.path.startsWith('/oh-integration/')
  const origin = isPayment ? client.paymentOrigin : client.origin
  if (origin === undefined) {
    throw new TypeError(`${name}: createClient needs paymentUrl, the host of linked accounts`)
  }
  return { origin, path: path ?? endpoint.path }
}

/** Parameters of the gateway by their header names. Assumes G-03. */
function gatewayFields(endpoint: AnyEndpoint, fields: Readonly<Record<string, unknown>>): object {
  const { apiCode, headerFields = [] } = endpoint
  if (apiCode === undefined) return {}
  const named = headerFields.map((field) => [field, String(fields[field])])
  return { 'X-API-Code': apiCode, ...Object.fromEntries(named) }
}

/** The fields of a client that decide how a request is written. */
export type RequestSettings = Pick<
  Client,
  | 'origin'
  | 'paymentOrigin'
  | 'gatewayParameters'
  | 'noPoints'
  | 'pointMethod'
  | 'purchaseFields'
  | 'paths'
>

/**
 * Validates a request and serializes it: path, query and body. The body is serialized once, so that
 * the signed bytes and the sent bytes are the same.
 *
 * @throws TypeError naming the field and the rule that it breaks, never its value
 */
export function prepareRequest(
  client: RequestSettings,
  endpoint: AnyEndpoint,
  request: unknown,
): PreparedRequest {
  const { name, method, effect, businessId, pathFields = [] } = endpoint
  const { headerFields = [], bodySignature, duplicates, arrange } = endpoint
  const fields = validFields(endpoint, request)
  const place = placeOf(client, endpoint)
  let { path } = place
  for (const field of pathFields) {
    const part = urlPart(`${name}: ${field}`, fields[field])
    if (part === '') throw new TypeError(`${name}: ${field} must not be empty`)
    const filled = path.replace(`{${field}}`, part)
    // Without the field in the path, the request would be about something else.
    if (filled === path) throw new TypeError(`${name}: its path must hold {${field}}`)
    path = filled
  }
  const elsewhere = [...pathFields, ...headerFields, ...(bodySignature?.unsent ?? [])]
  const rest = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !elsewhere.includes(field),
  )
  const isGet = method === 'GET'
  const pairs = isGet
    ? rest.map(([field, value]) => `${field}=${urlPart(`${name}: ${field}`, value)}`)
    : []
  const url = new URL(pairs.length === 0 ? path : `${path}?${pairs.join('&')}`, place.origin)
  // "." and ".." survive the encoding and would lead to another endpoint.
  if (url.pathname !== path) throw new TypeError(`${name}: a field changes the path of the request`)
  const gateway = gatewayFields(endpoint, fields)
  const sent = Object.fromEntries(rest)
  // Assumes G-134.
  const inBody = arrange === undefined ? sent : arrange(sent, client.purchaseFields)
  const inHeaders = client.gatewayParameters === 'headers'
  return {
    url: url.href,
    path,
    query: url.search,
    headers: { ...(inHeaders && gateway) },
    body: isGet ? '' : bodyText(name, { ...(!inHeaders && gateway), ...inBody }),
    bodySignedText: bodySignature?.signedText(fields, client),
    fields,
    repeatable:
      effect === 'read' ||
      (duplicates === undefined && businessId !== undefined && fields[businessId] !== undefined),
  }
}
