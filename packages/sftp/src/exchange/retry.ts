import type { Clock } from './clock.ts'
import { checkNumberOption, maxTimerMs } from './number-option.ts'

/** Number and delay of retries. */
export interface RetryOptions {
  /**
   * Consecutive failures without progress after which the operation is given up; 5 when left out.
   */
  readonly attempts?: number | undefined
  /** Milliseconds before the first retry, doubled each time up to 10 s; 250 when left out. */
  readonly firstDelayMs?: number | undefined
}

/** Clock and random numbers of a {@link RetryCounter}. */
export interface RetryContext {
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

const maxDelayMs = 10_000

/** @throws FileExchangeError `ERR_OPTIONS` for an option that is not a number in its range */
export function checkRetry({ attempts = 1, firstDelayMs = 0 }: RetryOptions): void {
  checkNumberOption('retry.attempts', attempts, { from: 1, to: Infinity })
  checkNumberOption('retry.firstDelayMs', firstDelayMs, { from: 0, to: maxTimerMs })
}

/** Counts failures in a row: a transfer that gains bytes between resets is never given up. */
export interface RetryCounter {
  /**
   * Waits before the next attempt: exponential backoff with jitter of up to a half.
   *
   * @param position bytes gained so far
   * @returns false when there were too many failures in a row
   * @throws the signal's reason when that aborts during the wait
   */
  waitAfterFailure(position: number): Promise<boolean>
}

/** Creates a counter without failures. */
export function createRetryCounter(
  { attempts = 5, firstDelayMs = 250 }: RetryOptions,
  { clock, signal }: RetryContext,
): RetryCounter {
  let failures = 0
  let bestPosition = 0
  return {
    async waitAfterFailure(position) {
      if (position > bestPosition) failures = 0
      bestPosition = Math.max(bestPosition, position)
      failures += 1
      if (failures >= attempts) return false
      const longest = Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1))
      await clock.sleep(longest * (1 - clock.random() / 2), signal)
      return true
    },
  }
}
