const bufferBytes = 128 * 1024

/** Reads a stream of bytes piece by piece. A piece stays until the next but one is asked for. */
export interface ByteReader {
  /** @returns undefined at the end */
  read(): Promise<Uint8Array | undefined>
  /** Lets go of the stream; @param isDone false when there is more to come, which is cancelled then */
  release(isDone: boolean): Promise<void>
}

/** Readers of two kinds have this in common. */
interface Source {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
  releaseLock(): void
}

/** A reader that brings its own buffers, two in turn, so that nothing is left to collect; undefined
 * when the stream is no byte stream. */
function byobSource(stream: ReadableStream<Uint8Array>): Source | undefined {
  try {
    const reader = stream.getReader({ mode: 'byob' })
    let free = new ArrayBuffer(bufferBytes)
    let inUse = new ArrayBuffer(bufferBytes)
    return {
      async read() {
        const view = new Uint8Array(free)
        free = inUse
        const { done, value } = await reader.read(view)
        if (value !== undefined) inUse = value.buffer
        return { done, value }
      },
      cancel: () => reader.cancel(),
      releaseLock: () => {
        reader.releaseLock()
      },
    }
  } catch {
    return undefined
  }
}

/** Opens a reader that asks for the next piece while the one before is worked on. */
export function createByteReader(stream: ReadableStream<Uint8Array>): ByteReader {
  const source: Source = byobSource(stream) ?? stream.getReader()
  let next: ReturnType<Source['read']> | undefined
  return {
    async read() {
      const { done, value } = await (next ?? source.read())
      next = undefined
      if (done) return undefined
      next = source.read()
      // Whoever reads on is told of the failure; until then it is nobody's.
      next.catch(() => undefined)
      return value ?? new Uint8Array()
    },
    async release(isDone) {
      if (!isDone) await source.cancel().catch(() => undefined)
      await next?.catch(() => undefined)
      source.releaseLock()
    },
  }
}
