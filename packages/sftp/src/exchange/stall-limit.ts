import { createDeadline, type Clock, type Deadline } from './clock.ts'

/** How long a stream may stand still. */
export interface StallLimit {
  /** Longest time without a byte, in milliseconds. */
  readonly timeoutMs: number
  readonly clock: Clock
}

/** Pieces in which a body is handed out, so that a slow connection shows progress: 64 KiB. */
const pieceBytes = 65_536

/**
 * The bytes of a body that another machine sends. Only the time without a byte is limited, not the
 * time of the whole, which depends on its size; and not the time that the reader takes.
 *
 * @throws Error with the code `ETIMEDOUT` when no byte came in time; the body is cancelled then
 */
export async function* receivedInTime(
  body: ReadableStream<Uint8Array>,
  { timeoutMs, clock }: StallLimit,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let isFinished = false
  try {
    for (;;) {
      const deadline = createDeadline(clock, timeoutMs)
      const next = await deadline.race(reader.read()).finally(() => deadline.clear())
      if (next.done) {
        isFinished = true
        return
      }
      yield next.value
    }
  } finally {
    // Not awaited: whatever stands still may also answer no cancellation.
    if (!isFinished) reader.cancel().catch(() => undefined)
  }
}

/** The bytes of a body that another machine takes, and what becomes of it. */
export interface TakenBody {
  readonly chunks: AsyncGenerator<Uint8Array>
  /** Aborts when no byte was taken in time. */
  readonly signal: AbortSignal
  /**
   * Ends the limit, and closes the source: an answer or an error is there, whatever was taken.
   * `fetch` leaves the body of a broken connection as it is, and an open file with it.
   */
  end(): void
}

/**
 * Hands out the bytes of a body in pieces, and limits the time in which none is taken; not the time
 * that their source needs, nor the wait for an answer to the last one.
 */
export function takenInTime(
  source: AsyncGenerator<Uint8Array>,
  { timeoutMs, clock }: StallLimit,
): TakenBody {
  const stalled = new AbortController()
  let deadline: Deadline | undefined
  let isOver = false
  function watch(): void {
    if (isOver) return
    const started = createDeadline(clock, timeoutMs)
    const { signal } = started
    signal.addEventListener('abort', () => stalled.abort(signal.reason), { once: true })
    deadline = started
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        watch()
        try {
          yield chunk.subarray(from, from + pieceBytes)
        } finally {
          deadline?.clear()
        }
      }
    }
  }
  const chunks = pieces()
  return {
    chunks,
    signal: stalled.signal,
    end() {
      isOver = true
      deadline?.clear()
      // What closing it may report was reported when it was read.
      void chunks.return(undefined).catch(() => undefined)
    },
  }
}
