import { CommandFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'

/**
 * Waits for the redirect of the browser with a timeout in seconds, because a closed browser never
 * returns.
 *
 * @throws CommandFailure after the timeout; the error of `waiting`
 */
export function waitForBrowser<Value>(
  waiting: Promise<Value>,
  seconds: number,
  { deadline }: Pick<Terminal, 'deadline'>,
): Promise<Value> {
  const signal = deadline(seconds * 1000)
  return new Promise((resolve, reject) => {
    const timeOut = (): void => {
      reject(
        new CommandFailure({
          reason: 'login_timed_out',
          message: `Nobody came back from the login page within ${seconds} seconds.`,
          remedy: 'Start again, or give --timeout more seconds.',
        }),
      )
    }
    signal.addEventListener('abort', timeOut, { once: true })
    void waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', timeOut))
  })
}
