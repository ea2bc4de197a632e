import type { AnyEndpoint } from '@merchant-edge/contract'
import { fieldsOf, type ReceivedRequest } from '../requests/received-request.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { ApiProfile } from '../settings/rules.ts'
import type { UncheckedCall } from './handler.ts'

/** An endpoint with its handler, seen from code that knows neither its request nor its answer. */
export interface ServedEndpoint {
  readonly endpoint: Pick<
    AnyEndpoint,
    'name' | 'method' | 'path' | 'apiCode' | 'businessId' | 'answersRequestId' | 'refusals'
  >
  readonly answer: (
    call: UncheckedCall,
  ) => Promise<{ readonly code: number; readonly data: unknown }>
  readonly takeId?: (call: UncheckedCall) => Promise<void>
}

/** A method and a path of the API, with what is needed to find the endpoint of a request. */
export interface Route {
  /** Code for a request that is malformed before its endpoint is known. */
  readonly malformedCode: number
  /** Code of a failure of the service itself. */
  readonly failedCode: number
  /**
   * The endpoint as far as the headers name it, for the journal entry of a request that is refused
   * before its endpoint is known.
   */
  readonly guess: (headers: Headers) => ServedEndpoint | undefined
  /**
   * The endpoint of a request, and its fields.
   *
   * @throws RefusalError 4000001, which stands for `malformedCode`
   */
  readonly find: (
    received: ReceivedRequest,
    profile: ApiProfile,
  ) => {
    readonly served: ServedEndpoint
    readonly fields: Readonly<Record<string, unknown>>
  }
}

/** The route of an endpoint that has its path to itself. */
export function ownRoute(served: ServedEndpoint, pathFields: Record<string, string>): Route {
  return {
    malformedCode: 4000001,
    failedCode: 5000001,
    guess: () => served,
    find: (received, profile) => ({ served, fields: fieldsOf(received, pathFields, profile) }),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Value of a parameter that may be in a header, or in the body under several names. */
function parameter(received: ReceivedRequest, body: Fields, names: readonly string[]): unknown {
  const [header = ''] = names
  const inBody = Object.entries(body).filter(([name]) => names.includes(name.toLowerCase()))
  const sent = received.headers.get(header)
  const values = new Set([...(sent === null ? [] : [sent]), ...inBody.map(([, value]) => value)])
  if (values.size > 1) {
    throw new RefusalError(4000001, `${header}: differs between the header and the body`)
  }
  return [...values][0]
}

/** The fields of a call, with store and terminal under both of their names. */
function gatewayFields(received: ReceivedRequest, body: Fields): Record<string, unknown> {
  const store = parameter(received, body, ['x-merchant-id', 'merchant_id'])
  const terminal = parameter(received, body, ['x-terminal-id', 'terminal_id'])
  return {
    ...body,
    ...(store !== undefined && { 'X-Merchant-ID': store, merchant_id: store }),
    ...(terminal !== undefined && { 'X-Terminal-ID': terminal, terminal_id: terminal }),
  }
}

/**
 * The one path of the gateway: X-API-Code selects the endpoint. It, X-Merchant-ID and X-Terminal-ID
 * are taken from the headers or from the body; when both have one, they must agree. Assumes G-03.
 * and G-46.
 *
 * @see Specification 4.9
 */
export function gatewayRoute(calls: readonly ServedEndpoint[]): Route {
  const callOf = (apiCode: unknown) =>
    apiCode === undefined ? undefined : calls.find(({ endpoint }) => endpoint.apiCode === apiCode)
  return {
    malformedCode: 4000,
    failedCode: 5000,
    guess: (headers) => callOf(headers.get('x-api-code') ?? undefined),
    find(received, profile) {
      const body = fieldsOf(received, {}, profile)
      const apiCode = parameter(received, body, ['x-api-code'])
      const served = callOf(apiCode)
      if (served === undefined) {
        const problem = apiCode === undefined ? 'is missing' : 'is not the code of any call'
        throw new RefusalError(4000001, `X-API-Code: ${problem}`)
      }
      return { served, fields: gatewayFields(received, body) }
    },
  }
}
