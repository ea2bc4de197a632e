/** The signals that end a command from outside. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Does work that tidies up behind itself when it is aborted, and ends the process as the signal would have, once it has. A
 * second signal ends it at once.
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
