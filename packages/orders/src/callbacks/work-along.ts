import type { AlarmClock } from '../clock.ts'
import { isRefused, type Statement, type StatementResult } from '../database/driver.ts'

/** How long work waits for a batch of callbacks that takes it along: about as long as one takes to come and be written. */
const longestWaitMs = 10
/** After this time the request that has taken it along counts as cut off. */
const longestBatchMs = 10_000

/** Work in the background that is written in the batch of callbacks. */
export interface WorkAlong {
  readonly statements: readonly Statement[]
  /** Is told the result of each statement, once all are durable. */
  readonly tell: (results: readonly StatementResult[]) => void
}

/** Work that a batch of callbacks has taken along. */
export interface WorkTaken extends WorkAlong {
  /** Is told that the batch has failed. */
  readonly fail: (error: unknown) => void
}

/** Work in the background that waits for a batch of callbacks. */
export interface WaitingWork {
  /** Takes along the work that has waited longest; `undefined` when none waits. */
  take(): WorkTaken | undefined
  /**
   * Waits until a batch has taken it along, for a moment only.
   *
   * @param statements is asked when a batch takes it along
   * @returns the results; `undefined` when none of the statements has run
   * @throws the failure of the batch when nobody knows what became of it
   */
  wait(statements: () => readonly Statement[]): Promise<readonly StatementResult[] | undefined>
}

/** Makes the place where work waits, one for an isolate. */
export function createWaitingWork(clock: AlarmClock): WaitingWork {
  const waiting = new Set<() => WorkTaken>()

  return {
    take() {
      for (const begin of waiting) {
        waiting.delete(begin)
        return begin()
      }
      return undefined
    },
    async wait(statements) {
      const taken = Promise.withResolvers<void>()
      const done = Promise.withResolvers<readonly StatementResult[] | undefined>()
      const begin = (): WorkTaken => {
        taken.resolve()
        return {
          statements: statements(),
          tell: done.resolve,
          fail: (error) => (isRefused(error) ? done.resolve(undefined) : done.reject(error)),
        }
      }
      waiting.add(begin)
      const longestWait = clock.alarm(longestWaitMs)
      await Promise.race([taken.promise, longestWait.rings])
      longestWait.off()
      if (waiting.delete(begin)) return undefined
      const longestBatch = clock.alarm(longestBatchMs)
      const isCutOff = longestBatch.rings.then(() => {
        throw new Error('The batch of callbacks that took this along was cut off.')
      })
      try {
        return await Promise.race([done.promise, isCutOff])
      } finally {
        longestBatch.off()
      }
    },
  }
}
