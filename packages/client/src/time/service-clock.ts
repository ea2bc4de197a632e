/**
 * X-Timestamp of a request that the service refused: ahead of its clock (4010003), or too old
 * (4010004).
 */
export type RefusedTimestamp = { readonly inFuture: number } | { readonly expired: number }

/** The clock of X-Timestamp: that of the machine, corrected by the Date headers of the service. */
export interface ServiceClock {
  /** X-Timestamp for a request that is sent now, in whole seconds since 1970. */
  timestamp(): number
  /**
   * Corrects the clock after a refused timestamp, or takes a correction back that did not help: its
   * Date header may have been wrong.
   *
   * @param date the Date header of the refusal, if it had one
   * @param refused the timestamp that was refused
   * @returns whether the next timestamp would be better than the refused one
   */
  correct(date: string | null, refused: RefusedTimestamp): boolean
}

/** The service refuses a timestamp that is later than its own clock by any amount. */
const marginMs = 2_000

/** A Date header that differs by more than this is considered wrong. */
const maxOffsetMs = 24 * 60 * 60 * 1000

/**
 * Creates a clock that starts from that of the machine. Date headers have whole seconds and take a
 * while to arrive, so a corrected clock lags a little; the service accepts a timestamp of the past.
 *
 * @param now the clock of the machine, in milliseconds since 1970
 */
export function createServiceClock(now: () => number): ServiceClock {
  let offsetMs = 0
  const dated = (correctionMs: number): number =>
    Math.floor((now() + correctionMs - marginMs) / 1000)
  return {
    timestamp: () => dated(offsetMs),
    correct(date, refused) {
      const offsetNowMs = Date.parse(date ?? '') - now()
      // Compared with the refused timestamp and not with the current offset, which another call may
      // have corrected since.
      const timestamp = dated(offsetNowMs)
      const helps =
        Math.abs(offsetNowMs) <= maxOffsetMs &&
        ('inFuture' in refused ? timestamp < refused.inFuture : timestamp > refused.expired)
      offsetMs = helps ? offsetNowMs : 0
      return helps
    },
  }
}
