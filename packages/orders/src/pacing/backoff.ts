const firstMs = 5_000
const maxPauseMs = 60 * 60_000

/** Adds jitter of at most a fifth to a time, so that work that failed together is spread out. */
export function jittered(timeMs: number, random: () => number): number {
  return Math.round(timeMs * (0.8 + random() * 0.4))
}

/**
 * Exponential backoff: the pause is 5 seconds after the first failed try, doubles with each further
 * one and is at most an hour, with a jitter of a fifth.
 *
 * @param tries how many tries there were, from 1
 */
export function backoffMs(tries: number, random: () => number): number {
  return jittered(Math.min(maxPauseMs, firstMs * 2 ** (tries - 1)), random)
}
