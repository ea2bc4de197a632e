/** The signals that terminate a command. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that cleans up when it is aborted, and then ends the process as the signal would have.
 * A second signal ends the process immediately.
 */
export async function endBySignal<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  let endedBy: NodeJS.Signals | undefined
  const unlisten = () => {
    for (const one of endingSignals) process.off(one, stop)
  }
  function stop(signal: NodeJS.Signals): void {
    unlisten()
    endedBy = signal
    controller.abort()
  }
  for (const one of endingSignals) process.on(one, stop)
  try {
    return await work(controller.signal)
  } finally {
    unlisten()
    if (endedBy !== undefined) process.kill(process.pid, endedBy)
  }
}
