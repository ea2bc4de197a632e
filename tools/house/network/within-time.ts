/** Work of a house, and how long it may take. */
export interface LimitedWork {
  /** What is done, as the subject of a sentence: `The clock of orders`. */
  readonly name: string
  /** Milliseconds after which nobody waits any more. */
  readonly ms: number
}

/** Work of a house did not end in time; it may still go on. */
export class HouseIsLate extends Error {
  override readonly name = 'HouseIsLate'

  constructor({ name, ms }: LimitedWork) {
    super(`${name} has not come to an end in ${ms / 1_000} s. See the log of the Workers.`)
  }
}

/**
 * Waits for work, but not for ever.
 *
 * @param work gets a signal that aborts when the time is over
 * @throws HouseIsLate when the time is over, with the name of the work; the error of the work
 */
export async function withinTime<Result>(
  limited: LimitedWork,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new HouseIsLate(limited)
      reject(error)
      ended.abort(error)
    }, limited.ms)
  })
  try {
    return await Promise.race([work(ended.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
