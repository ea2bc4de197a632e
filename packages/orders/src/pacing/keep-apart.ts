/** How far pieces of work are kept apart while callbacks arrive: there is room for recording between them then. */
const betweenPiecesMs = 3
/** Work that is older has fallen behind, and is not held up any more. */
const behindMs = 1_000

/**
 * How long a piece of work waits for its turn while callbacks keep arriving, in milliseconds.
 *
 * @param createdAtMs when the work came up
 * @returns 0 for what has fallen behind: who keeps apart more than can be kept apart would never catch up
 */
export function apartMs(createdAtMs: number, nowMs: number): number {
  return nowMs - createdAtMs > behindMs ? 0 : betweenPiecesMs
}
