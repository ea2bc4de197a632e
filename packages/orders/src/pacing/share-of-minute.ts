const minuteMs = 60_000
/** The golden ratio. */
const step = 0.618_033_988_749_895

/**
 * A number from 0 to below 1 that consecutive minutes spread evenly: they are far apart and, over
 * time, come close to every number. Work that moves with it reaches everything without storing
 * where it was.
 */
export function shareOfMinute(nowMs: number): number {
  return ((nowMs / minuteMs) * step) % 1
}
