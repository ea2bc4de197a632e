import type { SignedTextOptions } from '@merchant-edge/signing'
import type { GenericSchema } from 'valibot'
import type { RefusalTable } from './refusals/refusal.ts'

/** `meta.code` of an answer: identifies the success or the refusal. */
export type MetaCode = number

/** The fields of an endpoint that do not depend on its types. */
interface EndpointFacts {
  /** Name of the call in camelCase, equal to the name of its export. */
  readonly name: string
  /** Section of the specification that describes it, such as `4.5`. */
  readonly section: string
  /** One line that says what the call does. */
  readonly summary: string
  readonly method: 'GET' | 'POST'
  /**
   * Path from `/merchant-integration` on, at the host {base_url}, or from `/oh-integration` on, at
   * the host {payment_url}; a field in braces is filled from the request.
   */
  readonly path: `/merchant-integration/${string}` | `/oh-integration/${string}`
  /**
   * Value of X-API-Code, which selects the call where several share the path of the gateway.
   *
   * @see Specification 4.9
   */
  readonly apiCode?: `mi_v1_loyalty_${string}`
  /** `read` changes nothing at the service and may always be repeated. */
  readonly effect: 'read' | 'write'
  /**
   * Set when a second write with the same business id could have a second effect, because neither
   * the specification nor the nature of the call excludes it. The client never retries such a call,
   * whatever the outcome of the first request.
   */
  readonly duplicates?: 'unknown'
  /** How to find out the outcome of a write that got no trustworthy answer, in one sentence. */
  readonly settledBy?: string
  /**
   * Largest answer that is read, in bytes, where it grows with what was asked for; 1 MiB when left
   * out, which is hundreds of times the size of the others.
   */
  readonly answerBytes?: number
  /** Name of the endpoint that replaces this one, when the service has deprecated it. */
  readonly replacedBy?: string
  /** Whether `meta` of its answer contains a `request_id`. */
  readonly answersRequestId?: true
  /**
   * Moves the named fields to another place of the body, for services that expect them there.
   * Assumes G-134.
   */
  readonly arrange?: (
    fields: Readonly<Record<string, unknown>>,
    names?: readonly string[],
  ) => Readonly<Record<string, unknown>>
  /** Numbers of the gap register whose defaults this endpoint uses. */
  readonly gaps: readonly `G-${number}`[]
}

/** How a signature in a body is written. */
export type BodySignatureEncoding = 'base64' | 'base64url' | 'hex'

/** Signature of a linked-account call, which is a field of the body. @see Specification 5.3 */
export interface BodySignature<Field extends string = string> {
  /**
   * Writes the text that is signed.
   *
   * @param options how the service writes values that are not in the request
   * @throws TypeError naming a field that cannot be signed
   * @throws ValiError when the request is not one of this endpoint
   */
  readonly signedText: (request: unknown, options?: SignedTextOptions) => string
  /** Writes a signature that is given as base64 in an encoding. Assumes G-04. */
  readonly encode: (base64: string, encoding: BodySignatureEncoding) => string
  /** Fields that are signed but not sent. Assumes G-05. */
  readonly unsent?: readonly Field[]
}

/**
 * One call of the service, as data. Client methods, sandbox routes and the documentation are
 * derived from it, so every fact about an endpoint is written once.
 */
export interface Endpoint<Request, Success, Refusals> extends EndpointFacts {
  /** Fields of the request that fill the braces of `path`. */
  readonly pathFields?: readonly (keyof Request & string)[]
  /** Fields of the request that travel as headers of the same name. Assumes G-03. */
  readonly headerFields?: readonly (keyof Request & string)[]
  /** How the field `signature` of the body is made, where there is one. */
  readonly bodySignature?: BodySignature<keyof Request & string>
  /**
   * Field with the merchant's own id, the idempotency key of a write. The client never retries a
   * write without this id once it may have been sent.
   */
  readonly businessId?: keyof Request & string
  /** Schema of the request: path, header and body fields together. */
  readonly request: GenericSchema<unknown, Request>
  /** Schema of `data` for each success code. */
  readonly success: { readonly [Code in keyof Success]: GenericSchema<unknown, Success[Code]> }
  /** Refusals of this endpoint's own table; they take precedence over the common ones. */
  readonly refusals: { readonly [Code in keyof Refusals]: Refusals[Code] }
}

/**
 * Any endpoint, for code that iterates over `endpoints`; its fields are those of {@link Endpoint}.
 */
export interface AnyEndpoint extends EndpointFacts {
  /** Fields of the request that fill the braces of `path`. */
  readonly pathFields?: readonly string[]
  /** Fields of the request that travel as headers of the same name. Assumes G-03. */
  readonly headerFields?: readonly string[]
  /** How the field `signature` of the body is made, where there is one. */
  readonly bodySignature?: BodySignature
  /** Field with the merchant's own id that keeps a repeated write from taking effect twice. */
  readonly businessId?: string
  /** Schema of the request: path, header and body fields together. */
  readonly request: GenericSchema
  /** Schema of `data` for each success code. */
  readonly success: { readonly [code: MetaCode]: GenericSchema }
  /** Refusals of this endpoint's own table; they take precedence over the common ones. */
  readonly refusals: RefusalTable
}
