import { setImmediate } from 'node:timers/promises'

/** Bytes read or written synchronously, after which the event loop gets a turn. */
const turnBytes = 16 * 1024 * 1024

/**
 * Gives the event loop turns between synchronous reads or writes, for example for signals and for
 * the display of progress.
 */
export class EventLoopTurns {
  #bytes = 0

  /** Counts bytes that were read or written. */
  add(bytes: number): void {
    this.#bytes += bytes
  }

  /** Begins a turn when one is due. @returns when it ends; `undefined` when none is due */
  next(): Promise<void> | undefined {
    if (this.#bytes < turnBytes) return undefined
    this.#bytes = 0
    return setImmediate()
  }
}
