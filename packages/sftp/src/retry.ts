import { setTimeout as sleep } from 'node:timers/promises'

/** How often and how soon something is tried again. */
export interface RetryOptions {
  /** Failures in a row, without a byte gained, after which it is given up; 5 when left out. */
  readonly attempts?: number
  /** Milliseconds before the first repeat, doubled each time up to 10 s; 250 when left out. */
  readonly firstDelayMs?: number
}

const longestDelayMs = 10_000

/** Keeps count of failures: a transfer that gains bytes between resets is never given up. */
export interface Patience {
  /**
   * Waits before the next attempt.
   *
   * @param position bytes gained so far
   * @returns false when there were too many failures in a row
   */
  waitAfterFailure(position: number): Promise<boolean>
}

/** Starts counting failures. Waits are shortened at random by up to a half. */
export function createPatience(
  { attempts = 5, firstDelayMs = 250 }: RetryOptions,
  signal?: AbortSignal,
): Patience {
  let failures = 0
  let bestPosition = 0
  return {
    async waitAfterFailure(position) {
      if (position > bestPosition) failures = 0
      bestPosition = Math.max(bestPosition, position)
      failures += 1
      if (failures >= attempts) return false
      const longest = Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1))
      await sleep(longest * (1 - Math.random() / 2), undefined, { signal })
      return true
    },
  }
}
