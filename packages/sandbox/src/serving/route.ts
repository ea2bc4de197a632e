import type { AnyEndpoint } from '@merchant-edge/contract'
import type { UncheckedCall } from './handler.ts'
import { fieldsOf, type ReceivedRequest } from '../requests/received-request.ts'

/** An endpoint with its handler, seen from code that knows neither its request nor its answer. */
export interface ServedEndpoint {
  readonly endpoint: Pick<
    AnyEndpoint,
    'name' | 'method' | 'path' | 'apiCode' | 'businessId' | 'refusals'
  >
  readonly answer: (
    call: UncheckedCall,
  ) => Promise<{ readonly code: number; readonly data: unknown }>
}

/** A method and a path of the API, with what is needed to find the endpoint of a request. */
export interface Route {
  /** Code of what is malformed before the endpoint is known. */
  readonly malformedCode: number
  /** Code of a failure of the service itself. */
  readonly failedCode: number
  /** The endpoint as far as the headers tell it, for the journal of requests that come no further. */
  readonly guess: (headers: Headers) => ServedEndpoint | undefined
  /**
   * The endpoint of a request, and its fields.
   *
   * @throws RefusalError 4000001, which stands for `malformedCode`
   */
  readonly find: (received: ReceivedRequest) => {
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
    find: (received) => ({ served, fields: fieldsOf(received, pathFields) }),
  }
}
