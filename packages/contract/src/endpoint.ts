import type { GenericSchema } from 'valibot'
import type { RefusalTable } from './refusal.ts'

/** The part of an answer's `meta` that decides what it is. */
export type MetaCode = number

/** What an endpoint answers when it accepts: the schema's output for each success code. */
export type SuccessTable = { readonly [code: MetaCode]: unknown }

/**
 * One call of the service, as data. Client methods, sandbox routes and the documentation are derived
 * from it; nothing about an endpoint is written a second time.
 */
export interface Endpoint<Request, Success, Refusals> {
  /** Name of the call in camelCase, equal to the name of its export. */
  readonly name: string
  /** Section of the specification that describes it, such as `4.5`. */
  readonly section: string
  /** One line that says what the call does. */
  readonly summary: string
  readonly method: 'GET' | 'POST'
  /** Path from `/merchant-integration` on; a field in braces is filled from the request. */
  readonly path: `/merchant-integration/${string}`
  /** Fields of the request that fill the braces of {@link path}. */
  readonly pathFields?: readonly (keyof Request & string)[]
  /** `read` changes nothing at the service and may always be repeated. */
  readonly effect: 'read' | 'write'
  /**
   * Field with the merchant's own id that keeps a repeated write from taking effect twice. A write
   * without a value in it is never repeated by the client once it may have been sent.
   */
  readonly businessId?: keyof Request & string
  /** Name of the endpoint that replaces this one, when the service has deprecated it. */
  readonly replacedBy?: string
  /** Numbers of the gap register whose defaults this endpoint uses. */
  readonly gaps: readonly `G-${number}`[]
  /** What the caller hands over; path fields and body together. */
  readonly request: GenericSchema<unknown, Request>
  /** What `data` holds for each success code. */
  readonly success: { readonly [Code in keyof Success]: GenericSchema<unknown, Success[Code]> }
  /** Codes of this endpoint's own table; they win over the common ones. */
  readonly refusals: Refusals
}

/** Any endpoint, for code that walks over the registry. */
export type AnyEndpoint = Endpoint<never, SuccessTable, RefusalTable>
