import { stateOfRuntimes } from './state-of-runtimes.ts'

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

  /** @param state what the processes of the Workers do, in sentences; may be empty */
  constructor({ name, ms }: LimitedWork, state: string) {
    const late = `${name} has not come to an end in ${ms / 1_000} s.`
    super(`${late} See the log of the Workers. ${state}`.trimEnd())
  }
}

/**
 * Waits for work, but not for ever.
 *
 * @param work gets a signal that aborts a second after the time is over
 * @throws HouseIsLate when the time is over, with the name of the work; the error of the work
 */
export async function withinTime<Result>(
  limited: LimitedWork,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    async function giveUp(): Promise<void> {
      const error = new HouseIsLate(limited, await stateOfRuntimes())
      reject(error)
      ended.abort(error)
    }
    timer = setTimeout(() => void giveUp(), limited.ms)
  })
  try {
    return await Promise.race([work(ended.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
