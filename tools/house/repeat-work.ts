/** A task that is repeated. */
export interface RepeatedWork {
  /** The task; a failure is logged and does not stop the repetition. */
  readonly work: () => Promise<void>
  /** Name of the task in the log of a failure. */
  readonly name: string
  /** Pause before the first run and between two runs, in milliseconds. */
  readonly pauseMs: number
}

/**
 * Repeats a task, with a pause before each run.
 *
 * @returns a function that stops the repetition, after the current run has ended
 */
export function repeatWork({ work, name, pauseMs }: RepeatedWork): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  async function doOnce(): Promise<void> {
    try {
      await work()
    } catch (error) {
      console.error(`${name} failed:`, error)
    }
    timer = setTimeout(next, pauseMs)
  }
  function next(): void {
    running = doOnce()
  }
  let timer = setTimeout(next, pauseMs)
  return async () => {
    await running
    clearTimeout(timer)
  }
}
