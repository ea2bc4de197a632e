const firstMs = 5_000
const longestMs = 60 * 60_000

/** Stretches or shrinks a time by at most a fifth, so that work that failed together spreads. */
export function jittered(timeMs: number, random: () => number): number {
  return Math.round(timeMs * (0.8 + random() * 0.4))
}

/**
 * The pause after a failed try: 5 seconds after the first, doubled after each further one, at most
 * an hour; give or take a fifth.
 *
 * @param tries how many tries there were, from 1
 */
export function backoffMs(tries: number, random: () => number): number {
  return jittered(Math.min(longestMs, firstMs * 2 ** Math.min(tries - 1, 20)), random)
}
