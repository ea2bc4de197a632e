import { openBrowser as startBrowser } from '@merchant-edge/tools/browser'
import type { Browser } from 'playwright-core'

/** How long a browser may wait for one step. It ends before the time limit of a test, so that a failure names the step that hangs. */
export const stepTimeoutMs = 200_000

let started: Promise<Browser> | undefined

/**
 * The browser that the test files of a process share: starting one takes longer than most tests. It ends with the process.
 */
export function openBrowser(): Promise<Browser> {
  started ??= startBrowser()
  return started
}

/** Closes every page, so that none keeps sending requests to the Workers, and deletes cookies and storage. */
export async function closePages(): Promise<void> {
  const browser = await started
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}
