import { systemClock, type Clock, type LogLine } from '@merchant-edge/orders'

/**
 * The system clock. Only this file takes clock, random numbers and log from the runtime; all others
 * get them injected.
 */
export const clock: Clock = systemClock

/** An unpredictable random number in [0, 1), used for references. */
export function random(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}

/** Writes a log line as JSON, which the log of Workers indexes by its fields. */
export function log(line: LogLine): void {
  // oxlint-disable-next-line no-console -- the log of a Worker is its console
  console.log(JSON.stringify(line))
}
