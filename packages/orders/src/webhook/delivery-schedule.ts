const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after the first, second, ... failed delivery; 75.5 hours in total. */
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
 * The pause after failed deliveries, with a jitter of up to a tenth on top of the schedule, so that
 * events that failed together are spread out. An endpoint may request a longer pause than
 * scheduled, but not a shorter one.
 *
 * @param failures number of failed deliveries, from 1
 * @param askedMs the pause requested by the endpoint, in milliseconds; 0 for none
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
