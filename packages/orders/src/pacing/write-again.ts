import type { Clock } from '../clock.ts'

/** Together well below the lease of a call, behind which its outcome is called unknown. */
const pausesMs: readonly number[] = [200, 800, 3_200, 6_400]

/**
 * Writes down what no further call can tell, such as the answer to a transfer. A write that fails is made
 * again after 0.2, 0.8, 3.2 and 6.4 seconds before it is given up.
 *
 * @param write must change nothing where it has landed already: it may have failed after the commit
 * @throws what the last try has thrown
 */
export async function writeAgain<Result>(
  clock: Pick<Clock, 'sleep'>,
  write: () => Promise<Result>,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await write()
    } catch {
      await clock.sleep(pauseMs)
    }
  }
  return write()
}
