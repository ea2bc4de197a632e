import { CommandFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'

/**
 * Waits until the browser comes back, for so many seconds: a person who closes it never does.
 *
 * @throws CommandFailure when the time is over; what `waiting` throws
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
