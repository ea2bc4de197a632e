import type { AnyEndpoint } from '@merchant-edge/contract'
import { validate } from './validate.ts'

/** A request that is ready to be signed, once per attempt. */
export interface PreparedRequest {
  /** Address to send it to. */
  readonly url: string
  /** Path as it goes over the wire, without the query. */
  readonly path: string
  /** Query with its question mark; empty when there is none. */
  readonly query: string
  /** Exact text of the body; empty for a GET. Assumes G-02. */
  readonly body: string
  /** The validated fields, for hooks. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Whether the request carries what keeps a repeat from taking effect twice, or takes none at all. */
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
    // A misspelled amount that is silently left out would move the wrong money.
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

/**
 * Validates a request and writes it down: path, query and body. The body is written once; what is
 * signed and what is sent are both this text.
 *
 * @throws TypeError naming the field and the rule that it breaks, never its value
 */
export function prepareRequest(
  origin: string,
  endpoint: AnyEndpoint,
  request: unknown,
): PreparedRequest {
  const { name, method, effect, businessId, pathFields = [] } = endpoint
  const fields = validFields(endpoint, request)
  let path: string = endpoint.path
  for (const field of pathFields) {
    const part = urlPart(`${name}: ${field}`, fields[field])
    if (part === '') throw new TypeError(`${name}: ${field} must not be empty`)
    path = path.replace(`{${field}}`, part)
  }
  const rest = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !pathFields.includes(field),
  )
  const isGet = method === 'GET'
  const pairs = isGet
    ? rest.map(([field, value]) => `${field}=${urlPart(`${name}: ${field}`, value)}`)
    : []
  const url = new URL(pairs.length === 0 ? path : `${path}?${pairs.join('&')}`, origin)
  // "." and ".." survive the encoding and would lead to another endpoint.
  if (url.pathname !== path) throw new TypeError(`${name}: a field changes the path of the request`)
  return {
    url: url.href,
    path,
    query: url.search,
    body: isGet ? '' : bodyText(name, Object.fromEntries(rest)),
    fields,
    repeatable: effect === 'read' || (businessId !== undefined && fields[businessId] !== undefined),
  }
}
