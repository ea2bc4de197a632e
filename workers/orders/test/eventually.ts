import { vi } from 'vitest'

/** Shorter than the timeout of a test, so that a failure shows the assertion that never held. */
const timeoutMs = 100_000

/**
 * Repeats an assertion until it holds. The default of `vi.waitFor` is one second, in which a busy machine does not deliver a
 * message of a queue.
 */
export function eventually(assertion: () => Promise<void>): Promise<void> {
  return vi.waitFor(assertion, { timeout: timeoutMs })
}
