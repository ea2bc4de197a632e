import type { AnyAnswer } from '../answer/answer.ts'

/**
 * What became of a write that got no trustworthy answer.
 *
 * - `applied`: it took effect; `data` is what the service knows of it.
 * - `not-applied`: the service has it, and it failed.
 * - `unknown`: the service could not say; do what `remedy` says, and send nothing new in its place.
 */
export type Settlement<Data> =
  | { readonly outcome: 'applied'; readonly data: Data }
  | { readonly outcome: 'not-applied' }
  | { readonly outcome: 'unknown'; readonly remedy: string }

/** A settlement that leaves the outcome open. */
export interface Unsettled {
  readonly outcome: 'unknown'
  /** What to do, in one or two sentences. */
  readonly remedy: string
}

/**
 * Says that a write is not settled. A service that does not know an id yet may still be at work on it,
 * so its absence proves nothing.
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
