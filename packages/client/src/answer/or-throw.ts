import type { AnyAnswer } from './answer.ts'
import { RefusedError, UnlistedError } from './wallet-error.ts'

function isAccepted<Given extends AnyAnswer>(
  answer: Given,
): answer is Extract<Given, { readonly outcome: 'accepted' }> {
  return answer.outcome === 'accepted'
}

/**
 * Returns an accepted answer, for those who prefer exceptions to a `switch`.
 *
 * @throws RefusedError when the service refused; it carries the reason, cause and remedy
 * @throws UnlistedError when the service answered with a code that no table lists
 */
export function orThrow<Given extends AnyAnswer>(
  answer: Given,
): Extract<Given, { readonly outcome: 'accepted' }> {
  if (isAccepted(answer)) return answer
  const other: AnyAnswer = answer
  if (other.outcome === 'refused') throw new RefusedError(other)
  if (other.outcome === 'unlisted') throw new UnlistedError(other)
  throw new TypeError('orThrow takes an answer of the client')
}
