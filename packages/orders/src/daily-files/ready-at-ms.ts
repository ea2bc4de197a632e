import type { VietnamDay } from './vietnam-day.ts'

const afterMidnightMs = 45 * 60_000

/** From when on the journal of a day is complete for sure: 00:45 of the next day, Vietnam time. */
export function readyAtMs({ endMs }: VietnamDay): number {
  return endMs + afterMidnightMs
}
