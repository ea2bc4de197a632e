/** A timestamp that the service refused: later than its clock (4010003), or too old (4010004). */
export type RefusedTimestamp = { readonly tooLate: number } | { readonly tooOld: number }

/** The clock by which requests are dated: ours, corrected by what the service said. */
export interface ServiceClock {
  /** X-Timestamp for a request that goes out now, in whole seconds since 1970. */
  timestamp(): number
  /**
   * Corrects the clock after a refused timestamp.
   *
   * @param date the Date header of the refusal, if it had one
   * @param refused the timestamp that was refused
   * @returns whether a request would now be dated better than the refused one
   */
  learn(date: string | null, refused: RefusedTimestamp): boolean
}

/** The service refuses a timestamp that is later than its own clock by any amount. */
const marginMs = 2_000

/** A Date header that is further away is the header's fault and not that of our clock. */
const largestOffsetMs = 24 * 60 * 60 * 1000

/**
 * Makes a clock that starts from ours. Date headers have no fractions and are on their way for a while,
 * so a learnt clock lags a little, which is the side on which the service forgives.
 *
 * @param now our clock, in milliseconds since 1970
 */
export function createServiceClock(now: () => number): ServiceClock {
  let offsetMs = 0
  const dated = (correctionMs: number): number =>
    Math.floor((now() + correctionMs - marginMs) / 1000)
  return {
    timestamp: () => dated(offsetMs),
    learn(date, refused) {
      const learntMs = Date.parse(date ?? '') - now()
      if (!(Math.abs(learntMs) <= largestOffsetMs)) return false
      // Compared with the refused timestamp and not with the present offset, which another call may
      // have corrected in the meantime.
      const timestamp = dated(learntMs)
      const helps = 'tooLate' in refused ? timestamp < refused.tooLate : timestamp > refused.tooOld
      if (helps) offsetMs = learntMs
      return helps
    },
  }
}
