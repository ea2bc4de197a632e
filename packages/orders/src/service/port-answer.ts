/**
 * What became of a call.
 *
 * - `accepted`: a success code of the call's own table, with its data.
 * - `refused`: a code that the tables know.
 * - `unlisted`: a code that no table knows; whether it took effect is not known.
 * - `unknown`: no trustworthy answer; the call may have taken effect.
 * - `not_sent`: nothing left this side; the call has certainly not taken effect.
 *
 * `repeatedAfterUnknown` is true when the answer belongs to a repeat of a request that got none:
 * the earlier request may have taken effect whatever this answer says.
 */
export type PortAnswer<Data> =
  | {
      readonly outcome: 'accepted'
      readonly code: number
      readonly data: Data
      readonly repeatedAfterUnknown: boolean
    }
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
      readonly applied: 'no' | 'maybe'
      readonly repeatedAfterUnknown: boolean
    }
  | { readonly outcome: 'unlisted'; readonly code: number; readonly message: string }
  | { readonly outcome: 'unknown'; readonly message: string }
  | { readonly outcome: 'not_sent'; readonly message: string }

/**
 * Makes a call and turns a thrown error into `unknown`: whatever broke, the call may have taken
 * effect.
 */
export async function answerOf<Data>(
  call: () => Promise<PortAnswer<Data>>,
): Promise<PortAnswer<Data>> {
  try {
    return await call()
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error'
    return { outcome: 'unknown', message: `The call broke off (${name}).` }
  }
}
