import { BodyRefused, readText } from '../bodies/read-bytes.ts'
import type { HostClock } from '../clock/host-clock.ts'
import type { ApiProfile } from '../settings/rules.ts'
import { readBlanks } from './read-blanks.ts'
import { RefusalError } from './refusal-error.ts'

/** A request to the API, read once. */
export interface ReceivedRequest {
  readonly method: string
  /** Origin of the request. */
  readonly origin: string
  /** Path as it was sent, without the query. */
  readonly path: string
  /** Query as it was sent with its question mark; empty when there was none. */
  readonly query: string
  readonly headers: Headers
  /** The exact text of the body. */
  readonly body: string
}

/** The request without its body, which is not read yet. */
export function requestLine(request: Request): ReceivedRequest {
  const url = new URL(request.url)
  return {
    method: request.method,
    origin: url.origin,
    path: url.pathname,
    query: url.search,
    headers: request.headers,
    body: '',
  }
}

/**
 * Reads a request.
 *
 * @throws RefusalError 4000001 when the body is too large, too slow or not UTF-8
 */
export async function readRequest(request: Request, host: HostClock): Promise<ReceivedRequest> {
  try {
    return { ...requestLine(request), body: await readText(request, host) }
  } catch (error) {
    if (!(error instanceof BodyRefused)) throw error
    throw new RefusalError(4000001, error.message)
  }
}

const jsonType = /^application\/json(?=$|[\s;])/i
const acceptsJson = /(?:^|[\s,])(?:application\/(?:json|\*)|\*\/\*)(?=$|[\s,;])/i

/**
 * Refuses a call of other media types than JSON. An Accept that is left out takes everything.
 * Assumes G-166.
 *
 * @see Specification 4
 */
function checkMediaTypes({ method, headers }: ReceivedRequest): void {
  const type = headers.get('content-type')
  if (method !== 'GET' && !jsonType.test(type ?? '')) {
    throw new RefusalError(
      4000001,
      `Content-Type: must be application/json, not ${type?.slice(0, 100) ?? 'left out'}`,
    )
  }
  const accept = headers.get('accept')
  if (accept !== null && !acceptsJson.test(accept)) {
    throw new RefusalError(
      4000001,
      `Accept: must have application/json, not only ${accept.slice(0, 100)}`,
    )
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new RefusalError(4000001, 'body: must be JSON')
  }
}

/** The earlier form of a QR order, whose examples have amounts of both types. @see Specification 4.2 */
const pathOfBothTypes = '/merchant-integration/v1/qr/gen-transaction-qr'

/**
 * Whether an amount may be sent as text where it is a number. Calls of the linked account write
 * their amounts as text. Assumes G-15.
 */
function readsAmountsAsText({ path }: ReceivedRequest, profile: ApiProfile): boolean {
  if (path.startsWith('/oh-integration/')) return false
  return profile !== 'strict' || path === pathOfBothTypes
}

// Assumes G-15: amounts come as numbers or as numeric strings.
function withNumericAmounts(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => {
      const isNumeric = name.endsWith('_amount') && typeof value === 'string'
      return [name, isNumeric && /^\d{1,16}$/.test(value) ? Number(value) : value]
    }),
  )
}

/**
 * The fields of a query. Of a parameter that is given more than once the last one counts. Assumes
 * G-170.
 *
 * @throws RefusalError 4000001 naming such a parameter, in the profile `strict`
 */
function queryFields(text: string, profile: ApiProfile): Record<string, string> {
  const query = new URLSearchParams(text)
  const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1)
  if (repeated !== undefined && profile === 'strict') {
    throw new RefusalError(4000001, `${repeated}: must be given once`)
  }
  return Object.fromEntries(query)
}

/**
 * The fields of a request: of the JSON body, or of the query of a GET, with the fields of the path.
 * What is null or empty, and a parameter that is given twice, is read as the profile says.
 *
 * @throws RefusalError 4000001 when the media types are not JSON, the body is not a JSON object, or
 *   it has a blank field or a repeated parameter in the profile `strict`
 */
export function fieldsOf(
  received: ReceivedRequest,
  pathFields: Readonly<Record<string, string>>,
  profile: ApiProfile,
): Record<string, unknown> {
  checkMediaTypes(received)
  if (received.method === 'GET') {
    const query = queryFields(received.query, profile)
    return { ...readBlanks(query, profile), ...pathFields }
  }
  const json = jsonOf(received.body)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new RefusalError(4000001, 'body: must be a JSON object')
  }
  const read = readsAmountsAsText(received, profile) ? withNumericAmounts(json) : json
  return { ...readBlanks(read, profile), ...pathFields }
}
