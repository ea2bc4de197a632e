import type { ByteSource } from '@merchant-edge/reconcile'

/** Most reports of a thread that wait to be read: each is of 256 KB of rows at most, or of some thousand exceptions. */
const mostWaiting = 16

/** Counts the reports that a thread has sent and that were not read yet, so that they are in memory few at a time. */
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

  /** Waits until another may be sent. */
  async room(): Promise<void> {
    while (this.#waiting >= mostWaiting) {
      await new Promise<void>((resolve) => {
        this.#onRead = resolve
      })
    }
  }

  /** A source that is read on only while another report may be sent. */
  held(source: ByteSource): ByteSource {
    return {
      ...(source.access && { access: source.access }),
      read: (target) =>
        this.#waiting < mostWaiting
          ? source.read(target)
          : this.room().then(() => source.read(target)),
      close: () => source.close(),
    }
  }
}
