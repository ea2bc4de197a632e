import type { BodySignature, Endpoint } from '@merchant-edge/contract'
import { checkBodySignature } from '../authentication/check-body-signature.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import {
  handler,
  requireLicence,
  type Handler,
  type HandlerDefinition,
  type UncheckedCall,
} from './handler.ts'

const licence = { feature: 'linked-account' } as const

/** Handler definition of an endpoint whose body carries a signature of its own. */
export interface BodySignedDefinition<Request, Success> extends Omit<
  HandlerDefinition<Request, Success>,
  'feature'
> {
  /** Looks up what is signed and not sent. Assumes G-05. */
  readonly unsent?: (call: UncheckedCall) => Promise<Readonly<Record<string, unknown>>>
  /** Finds fields that are in another place of the body. Assumes G-134. */
  readonly elsewhere?: (call: UncheckedCall) => Readonly<Record<string, unknown>>
}

function signedTextsOf(
  signedText: BodySignature['signedText'],
  request: unknown,
): readonly string[] {
  try {
    // Assumes G-05: a payment without points signs nothing in their place, or 0.
    const texts = [signedText(request), signedText(request, { noPoints: '0' })]
    return [...new Set(texts)]
  } catch (error) {
    if (error instanceof TypeError) throw new RefusalError(4000001, error.message)
    throw error
  }
}

/**
 * Binds a definition to an endpoint of the linked account: the licence, the fields, and the
 * signature in the body are checked before it answers. The partner_code must be the code of the
 * calling merchant.
 *
 * Assumes G-50.
 *
 * @see Specification 5.3
 */
export function bodySignedHandler<
  Request extends { readonly partner_code: string },
  Success,
  Refusals,
>(
  endpoint: Endpoint<Request, Success, Refusals>,
  definition: BodySignedDefinition<Request, Success>,
): Handler<Endpoint<Request, Success, Refusals>> {
  const { bodySignature } = endpoint
  if (bodySignature === undefined) throw new TypeError(`${endpoint.name} has no body signature.`)
  const inner = handler(endpoint, {
    ...definition,
    ...licence,
    async answer(call) {
      const { signature, ...fields } = call.fields
      const unsent = new Set<string>(bodySignature.unsent)
      const sent = Object.entries(fields).filter(([name]) => !unsent.has(name))
      await checkBodySignature(call.sandbox, call.caller, {
        expectedTexts: signedTextsOf(bodySignature.signedText, call.request),
        sent: Object.fromEntries(sent),
        fields,
        signature,
      })
      const { merchant } = call.caller
      if (call.request.partner_code !== merchant.code) {
        throw new RefusalError(4040201, `partner_code: yours is ${merchant.code}`)
      }
      return definition.answer(call)
    },
  })
  return {
    endpoint,
    async answer(call) {
      requireLicence(call, licence)
      const unsent = await definition.unsent?.(call)
      const elsewhere = definition.elsewhere?.(call)
      return inner.answer({ ...call, fields: { ...elsewhere, ...call.fields, ...unsent } })
    },
  }
}
