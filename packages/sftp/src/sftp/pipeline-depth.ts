// One request and its answer fit into one packet of 32 KiB with what stands around the bytes.
const smallBytes = 32 * 1024 - 64
const largeBytes = 255 * 1024
const mostSmall = 64
const mostLarge = 12

/**
 * How large requests are and how many are under way at once. After a reset a small one goes alone, so
 * that a connection that dies after few bytes still gains some; each answer then doubles the number.
 */
export interface PipelineDepth {
  /** Requests at once. */
  readonly requests: number
  /** Bytes of one request. */
  readonly chunkBytes: number
  /** Tells whether the server takes requests of 255 KiB, as OpenSSH does; else they have 32 KiB. */
  takesLarge(large: boolean): void
  /** A request was answered. */
  grow(): void
  /** The connection broke. */
  restart(): void
}

/** Starts with a full pipeline. */
export function createPipelineDepth(): PipelineDepth {
  let allowed = mostSmall
  let isLarge = false
  const isFull = (): boolean => allowed >= mostSmall
  return {
    get requests() {
      return isLarge && isFull() ? mostLarge : allowed
    },
    get chunkBytes() {
      return isLarge && isFull() ? largeBytes : smallBytes
    },
    takesLarge(large) {
      isLarge = large
    },
    grow() {
      allowed = Math.min(mostSmall, allowed * 2)
    },
    restart() {
      allowed = 1
    },
  }
}
