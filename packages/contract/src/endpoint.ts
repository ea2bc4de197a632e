import type { GenericSchema } from 'valibot'
import type { RefusalTable } from './refusal.ts'

/** The part of an answer's `meta` that decides what it is. */
export type MetaCode = number

/** What an endpoint answers when it accepts: the schema's output for each success code. */
export type SuccessTable = { readonly [code: MetaCode]: unknown }

/** What is true of an endpoint whatever its types are. */
interface EndpointFacts {
  /** Name of the call in camelCase, equal to the name of its export. */
  readonly name: string
  /** Section of the specification that describes it, such as `4.5`. */
  readonly section: string
  /** One line that says what the call does. */
  readonly summary: string
  readonly method: 'GET' | 'POST'
  /** Path from `/merchant-integration` on; a field in braces is filled from the request. */
  readonly path: `/merchant-integration/${string}`
  /** `read` changes nothing at the service and may always be repeated. */
  readonly effect: 'read' | 'write'
  /** Name of the endpoint that replaces this one, when the service has deprecated it. */
  readonly replacedBy?: string
  /** Numbers of the gap register whose defaults this endpoint uses. */
  readonly gaps: readonly `G-${number}`[]
}

/**
 * One call of the service, as data. Client methods, sandbox routes and the documentation are derived
 * from it; nothing about an endpoint is written a second time.
 */
export interface Endpoint<Request, Success, Refusals> extends EndpointFacts {
  /** Fields of the request that fill the braces of `path`. */
  readonly pathFields?: readonly (keyof Request & string)[]
  /**
   * Field with the merchant's own id that keeps a repeated write from taking effect twice. A write
   * without a value in it is never repeated by the client once it may have been sent.
   */
  readonly businessId?: keyof Request & string
  /** What the caller hands over; path fields and body together. */
  readonly request: GenericSchema<unknown, Request>
  /** What `data` holds for each success code. */
  readonly success: { readonly [Code in keyof Success]: GenericSchema<unknown, Success[Code]> }
  /** Codes of this endpoint's own table; they win over the common ones. */
  readonly refusals: { readonly [Code in keyof Refusals]: Refusals[Code] }
}

/** Any endpoint, for code that walks over the registry; its fields are those of {@link Endpoint}. */
export interface AnyEndpoint extends EndpointFacts {
  /** Fields of the request that fill the braces of `path`. */
  readonly pathFields?: readonly string[]
  /** Field with the merchant's own id that keeps a repeated write from taking effect twice. */
  readonly businessId?: string
  /** What the caller hands over; path fields and body together. */
  readonly request: GenericSchema
  /** What `data` holds for each success code. */
  readonly success: { readonly [code: MetaCode]: GenericSchema }
  /** Codes of this endpoint's own table; they win over the common ones. */
  readonly refusals: RefusalTable
}
