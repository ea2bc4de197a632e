/** How far each step of a round turns, round by round; the four repeat. @see RFC 1321, 3.4 */
export const md5Shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const

/** The constant of each of the 64 steps. @see RFC 1321, 3.4 */
export const md5Sines: readonly number[] = Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
)

/** Which word of the block a step takes. @see RFC 1321, 3.4 */
export function md5WordOf(step: number): number {
  const round = step >> 4
  if (round === 0) return step
  if (round === 1) return (5 * step + 1) % 16
  return round === 2 ? (3 * step + 5) % 16 : (7 * step) % 16
}
