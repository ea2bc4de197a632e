import type { Endpoint } from '@merchant-edge/contract'
import * as v from 'valibot'
import type { Caller } from '../authentication/authenticate.ts'
import type { Feature } from '../merchants/merchant-rights.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { refuseOtherTypes } from './types-by-letter.ts'

/** One authenticated request to an endpoint. */
export interface Call<Request> {
  readonly sandbox: Sandbox
  readonly caller: Caller
  readonly request: Request
  /** The fields as they were sent, before they were validated. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Success code that an injected fault requests. */
  readonly wantedCode: number | undefined
  /** Whether the second half that normally follows this code never comes. */
  readonly isForGood: boolean
}

/**
 * What an endpoint answers when it accepts: one of its success codes with the data that belong to
 * it.
 */
export type AcceptedBy<Success> = {
  [Code in keyof Success]: { readonly code: Code; readonly data: Success[Code] }
}[keyof Success]

/** What the handler of one endpoint consists of. */
export interface HandlerDefinition<Request, Success> {
  /** Licence that the merchant needs; every merchant may call without one. */
  readonly feature?: Feature
  /** Code of the refusal without that licence; 4030001 when left out. */
  readonly unlicensedCode?: number
  /** Code of the refusal of malformed fields; 4000001 when left out. */
  readonly malformedCode?: number
  /**
   * Refuses what is malformed in a way that has a code of its own, before the fields are validated.
   */
  readonly checkFields?: (fields: Readonly<Record<string, unknown>>) => void
  /** What `data` is when there is none; it is absent when left out. Assumes G-18. */
  readonly noData?: null | Readonly<Record<string, never>>
  /** Reserves the id of a request and does nothing else, for an injected fault. */
  readonly takeId?: (call: UncheckedCall) => Promise<void>
  /** Does what the endpoint does; throws a RefusalError when it refuses. */
  readonly answer: (call: Call<Request>) => Promise<AcceptedBy<Success>>
}

/** One authenticated request whose fields are not validated yet. */
export interface UncheckedCall extends Omit<Call<never>, 'request'> {}

/** An endpoint with its handler. */
export interface Handler<SomeEndpoint> {
  readonly endpoint: SomeEndpoint
  /**
   * Checks the licence, then the fields, then answers.
   *
   * @throws RefusalError when the service refuses
   */
  readonly answer: (
    call: UncheckedCall,
  ) => Promise<{ readonly code: number; readonly data: unknown }>
  /**
   * Reserves the id of a request and does nothing else; absent when the endpoint has no such id.
   */
  readonly takeId?: (call: UncheckedCall) => Promise<void>
}

/** What an endpoint answers when it accepts, with its code as a literal type. */
export function accept<const Code extends number, Data>(
  code: Code,
  data: Data,
): { readonly code: Code; readonly data: Data } {
  return { code, data }
}

/** In words what valibot's own messages say with the value that was received. */
function rule({ received, expected }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing'
  return expected === null ? 'is not accepted' : `must be ${expected}`
}

function firstIssue(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues
  if (issue === undefined) return 'body: is malformed'
  return `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`
}

/**
 * Refuses a merchant without the licence that an endpoint needs.
 *
 * @throws RefusalError 4030001, or the code that the endpoint has for it
 */
export function requireLicence(
  { caller }: Pick<UncheckedCall, 'caller'>,
  {
    feature,
    unlicensedCode = 4030001,
  }: Pick<HandlerDefinition<never, never>, 'feature' | 'unlicensedCode'>,
): void {
  const { code: merchantCode, rights } = caller.merchant
  if (feature === undefined || rights.includes(feature)) return
  throw new RefusalError(unlicensedCode, `The merchant ${merchantCode} has no ${feature} right`)
}

/** Parameters that the gateway reads from headers or from the body, and the signature of a body. */
const besideTheFields: ReadonlySet<string> = new Set([
  'x-api-code',
  'x-merchant-id',
  'x-terminal-id',
  'merchant_id',
  'terminal_id',
  'signature',
])

/**
 * Refuses a field that the call does not have, in the profile `strict`: a misspelt optional field
 * would otherwise go unnoticed. Assumes G-169.
 */
function refuseUnknownFields(
  { sandbox, fields }: Pick<UncheckedCall, 'sandbox' | 'fields'>,
  request: unknown,
  code: number,
): void {
  if (sandbox.settings.rules.profile !== 'strict') return
  const known = Object(request)
  // Fields of an item may stand beside the list, and the items are open objects.
  const [item] = [fields['payment_request_list']].flat()
  const unknown = Object.keys(fields).find(
    (name) =>
      ![known, Object(item)].some((one) => Object.hasOwn(one, name)) &&
      !besideTheFields.has(name.toLowerCase()),
  )
  if (unknown === undefined) return
  throw new RefusalError(code, `${unknown}: is not a field of this call`)
}

/**
 * Binds a definition to its endpoint, so that code for all endpoints needs to know neither its
 * request nor its answer.
 */
export function handler<Request, Success, Refusals>(
  endpoint: Endpoint<Request, Success, Refusals>,
  definition: HandlerDefinition<Request, Success>,
): Handler<Endpoint<Request, Success, Refusals>> {
  return {
    endpoint,
    ...(definition.takeId !== undefined && { takeId: definition.takeId }),
    async answer({ fields, ...call }) {
      const { malformedCode = 4000001 } = definition
      requireLicence(call, definition)
      definition.checkFields?.(fields)
      const request = v.safeParse(endpoint.request, fields, { message: rule })
      if (!request.success) throw new RefusalError(malformedCode, firstIssue(request.issues))
      refuseUnknownFields({ ...call, fields }, request.output, malformedCode)
      if (call.sandbox.settings.rules.profile === 'strict') refuseOtherTypes(endpoint.name, fields)
      const { code, data } = await definition.answer({ ...call, fields, request: request.output })
      return { code: Number(code), data: data === undefined ? definition.noData : data }
    },
  }
}
