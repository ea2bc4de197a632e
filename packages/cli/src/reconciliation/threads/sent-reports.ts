import type { ByteSource } from '@merchant-edge/reconcile'

/**
 * Maximum unread reports of a thread: each has at most 256 KB of rows, or some thousand exceptions.
 */
const maxWaiting = 16

/**
 * Backpressure: counts the unread reports of a thread, so that only few are in memory at a time.
 */
export class SentReports {
  #waiting = 0
  #onRead: (() => void) | undefined

  /** Counts a report that was sent. */
  add(): void {
    this.#waiting += 1
  }

  /** Counts one that was read. */
  read(): void {
    this.#waiting -= 1
    this.#onRead?.()
  }

  /** Waits until another report may be sent. */
  async room(): Promise<void> {
    while (this.#waiting >= maxWaiting) {
      await new Promise<void>((resolve) => {
        this.#onRead = resolve
      })
    }
  }

  /** Wraps a source so that reading continues only while another report may be sent. */
  held(source: ByteSource): ByteSource {
    return {
      ...(source.access && { access: source.access }),
      read: (target) =>
        this.#waiting < maxWaiting
          ? source.read(target)
          : this.room().then(() => source.read(target)),
      close: () => source.close(),
    }
  }
}
