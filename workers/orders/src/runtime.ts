import { systemClock, type Clock } from '@merchant-edge/orders'

/** The real clock. This file alone takes clock and chance from the runtime; all others are handed them. */
export const clock: Clock = systemClock

/** A number from 0 to below 1 that cannot be guessed: references are made from it. */
export function random(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}
