import { checkArguments } from '@merchant-edge/signing/options'
import type { AnyAnswer } from './answer.ts'
import { RefusedError, UnlistedError } from './wallet-error.ts'

function isAccepted<Given extends AnyAnswer>(
  answer: Given,
): answer is Extract<Given, { readonly outcome: 'accepted' }> {
  return answer.outcome === 'accepted'
}

/**
 * Returns an accepted answer and throws otherwise, for code that prefers exceptions to a `switch`.
 *
 * @throws RefusedError when the service refused; it carries the reason, cause and remedy
 * @throws UnlistedError when the service answered with a code that no table lists
 *
 * @example
 * ```ts
 * import { call, createClient, orThrow } from '@merchant-edge/client'
 * import { RefusedError } from '@merchant-edge/client/errors'
 * import { refundOrder } from '@merchant-edge/contract'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   keyCode: 'KEY-1',
 *   privateKey: privateKeyPem,
 *   // In place of the network: what the service answers.
 *   fetch: async () => Response.json({ meta: { code: 4000820 } }),
 * })
 *
 * const request = { order_reference_id: 'R-1', original_order_reference_id: 'A-1', vnd_amount: 50_000 }
 * try {
 *   orThrow(await call(client, refundOrder, request))
 * } catch (error) {
 *   if (!(error instanceof RefusedError)) throw error
 *   const { reason, remedy } = error.answer
 *   if (reason === '' || remedy === '') throw error
 * }
 * ```
 */
export function orThrow<Given extends AnyAnswer>(
  answer: Given,
): Extract<Given, { readonly outcome: 'accepted' }> {
  checkArguments('orThrow', { answer })
  if (isAccepted(answer)) return answer
  const other: AnyAnswer = answer
  if (other.outcome === 'refused') throw new RefusedError(other)
  if (other.outcome === 'unlisted') throw new UnlistedError(other)
  throw new TypeError('orThrow takes an answer of the client')
}
