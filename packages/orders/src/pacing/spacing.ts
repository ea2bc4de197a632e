/**
 * Minimum distance between pieces of work while callbacks arrive, so that callbacks can be recorded
 * in between.
 */
const betweenPiecesMs = 3
/** Work older than this is behind schedule and is not delayed any more. */
const behindMs = 1_000

/**
 * How long a piece of work waits while callbacks keep arriving, in milliseconds.
 *
 * @param createdAtMs when the work came up
 * @returns 0 for work that is behind schedule, because delaying it further would prevent it from
 *   ever catching up
 */
export function spacingMs(createdAtMs: number, nowMs: number): number {
  return nowMs - createdAtMs > behindMs ? 0 : betweenPiecesMs
}
