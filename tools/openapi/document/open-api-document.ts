import type { Retry } from '@merchant-edge/contract/refusals'

/** A JSON Schema, as used in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** One parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

/** One example of a request or an answer. */
export interface Example {
  readonly summary?: string
  readonly value: unknown
}

/** A body of a request or an answer. */
export interface Content {
  readonly 'application/json'?: {
    readonly schema: JsonSchema
    readonly examples?: Readonly<Record<string, Example>>
  }
  readonly 'text/csv'?: { readonly schema: JsonSchema }
}

/** A refusal with everything that a caller needs to act on it, in two languages. */
export interface ListedRefusal {
  readonly code: number
  readonly reason: string
  readonly cause: string
  readonly remedy: string
  readonly retry: Retry
  readonly applied: string
  /** The same in Vietnamese. */
  readonly vi: { readonly cause: string; readonly remedy: string }
}

/** The answer of an operation with one HTTP status. */
export interface ResponseObject {
  readonly description: string
  readonly content?: Content
}

/** One call. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** An OpenAPI 3.1 document, limited to the properties that are used here. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly {
    readonly url: string
    readonly description: string
    readonly variables?: Readonly<Record<string, { readonly default: string }>>
  }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security?: Operation['security']
  readonly paths: Readonly<
    Record<string, { readonly servers?: OpenApiDocument['servers'] } & PathOperations>
  >
  /**
   * Refusals with cause and remedy: those of each call's own table by operationId, and `common`.
   */
  readonly 'x-refusals': Readonly<Record<string, readonly ListedRefusal[]>>
  readonly components: {
    readonly parameters?: Readonly<Record<string, Parameter>>
    readonly schemas?: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes?: Readonly<Record<string, JsonSchema>>
  }
}

/** The operations of one path by their method in small letters. */
export type PathOperations = Readonly<Partial<Record<'get' | 'post' | 'delete', Operation>>>
