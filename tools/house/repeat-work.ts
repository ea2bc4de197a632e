/** Work that is done again and again. */
export interface RepeatedWork {
  /** What is done; a failure is told and does not end the repeating. */
  readonly work: () => Promise<void>
  /** How the work is called when a failure is told. */
  readonly name: string
  /** Pause before the first time and between two times, in milliseconds. */
  readonly pauseMs: number
}

/**
 * Does work again and again, with a pause before each time.
 *
 * @returns stops it, once what is under way is done
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
