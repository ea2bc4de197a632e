const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after the first failed delivery, the second one, ...; together 75 hours and a half. */
const pausesMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/**
 * How long to wait after failed deliveries, up to a tenth longer than scheduled, so that what failed
 * together spreads. An endpoint may ask for a longer pause than the schedule has, not for a shorter one.
 *
 * @param failures how many deliveries have failed, from 1
 * @param askedMs the pause that the endpoint asks for; 0 when it asks for none
 * @returns `undefined` when the event is given up
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function pauseAfterMs(
  failures: number,
  askedMs: number,
  random: () => number,
): number | undefined {
  const pauseMs = pausesMs[failures - 1]
  if (pauseMs === undefined) return undefined
  return Math.round(Math.max(pauseMs, askedMs) * (1 + random() / 10))
}
