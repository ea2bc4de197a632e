import type { AnyAnswer } from '../answer/answer.ts'

/**
 * The outcome of a write that got no trustworthy answer, according to the service.
 *
 * - `applied`: it took effect; `data` is the service's record of it.
 * - `not-applied`: the service has a record of it, and it failed.
 * - `unknown`: follow `remedy`, and do not send a replacement.
 */
export type Settlement<Data> =
  | { readonly outcome: 'applied'; readonly data: Data }
  | { readonly outcome: 'not-applied' }
  | { readonly outcome: 'unknown'; readonly remedy: string }

/** A settlement that leaves the outcome open. */
export interface Unsettled {
  readonly outcome: 'unknown'
  /** How to settle it, in one or two sentences. */
  readonly remedy: string
}

/**
 * Builds the settlement of a write whose outcome stays open. A service that does not know an id yet
 * may still be processing it, so its absence proves nothing.
 *
 * @param id name of the field that holds the merchant's own id
 */
export function unsettled(answer: AnyAnswer, id: string): Unsettled {
  const again = `Ask again later; if it is sent again, then with the same ${id} only.`
  if (answer.outcome === 'accepted') {
    return { outcome: 'unknown', remedy: `The service does not know it, or not yet. ${again}` }
  }
  const why = answer.outcome === 'refused' ? answer.cause : `The service answered ${answer.code}.`
  return { outcome: 'unknown', remedy: `${why} ${again}` }
}
