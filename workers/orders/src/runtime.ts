import { systemClock, type AlarmClock, type Clock, type LogLine } from '@merchant-edge/orders'

/** The real clock. This file alone takes clock, chance and log from the runtime; all others are handed them. */
export const clock: Clock & AlarmClock = systemClock

/** A number from 0 to below 1 that cannot be guessed: references are made from it. */
export function random(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}

/** Writes a line of the log: JSON, which the log of Workers takes apart by its fields. */
export function log(line: LogLine): void {
  // oxlint-disable-next-line no-console -- the log of a Worker is its console
  console.log(JSON.stringify(line))
}
