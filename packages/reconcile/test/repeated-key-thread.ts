import { parentPort, workerData } from 'node:worker_threads'
import type { ByteSource } from '../src/csv/byte-source.ts'
import { reconcile } from '../src/reconcile.ts'
import { type engineNames, engines } from './engines.ts'
import { type RowText, partnerLine, serviceLine, testKey } from './file-text.ts'
import type { RowSpill } from '../src/row-spill.ts'

// Compares two files that repeat one key, in a thread with a heap limit, and reports the result.

/** Input of the thread. */
export interface RepeatedKey {
  readonly engine: (typeof engineNames)[number]
  /** Number of rows of each side, a multiple of 1,000. */
  readonly rows: number
  readonly exact: boolean
  readonly openSpill: boolean
}

/** Result of the thread. */
export interface RepeatedKeyOutcome {
  readonly duplicates: number
  readonly closes: boolean
  /** Length of the exceptions in bytes. */
  readonly written: number
  /** Peak size of buffers in bytes. */
  readonly bufferBytes: number
}

const { engine, rows, exact, openSpill }: RepeatedKey = workerData

/** Long rows, so that few of them show the memory use of a file's bytes. */
const description = 'd'.repeat(400)

/** A file that repeats the same thousand rows, and is never completely in memory. */
function repeated(write: (row: RowText) => string): () => ByteSource {
  const some = Array.from({ length: 1000 }, (_, index) =>
    write({ code: 'CODE', invoice: `INV-${index}`, description }),
  )
  const piece = new TextEncoder().encode(some.join(''))
  const total = (piece.length * rows) / 1000
  return () => {
    let at = 0
    return {
      read(target) {
        const start = at % piece.length
        const bytes = piece.subarray(start, start + Math.min(target.length, total - at))
        target.set(bytes)
        at += bytes.length
        return bytes.length
      },
      close: () => undefined,
    }
  }
}

function noSpill(): RowSpill {
  throw new Error('One key has no ranges that need a spill.')
}

let written = 0
let bufferBytes = 0
const exceptions = new WritableStream<Uint8Array>({
  async write(piece) {
    written += piece.length
    // Like a disk: the write completes later, after another task of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  },
})
const { exceptions: counted, bridge } = await reconcile({
  key: testKey,
  force: true,
  exact,
  engine: engines[engine],
  partner: { open: repeated((row) => partnerLine(row)) },
  service: { open: repeated((row) => serviceLine({ ...row, amount: '7' })) },
  exceptions,
  ...(openSpill && { openSpill: noSpill }),
  onProgress() {
    bufferBytes = Math.max(bufferBytes, process.memoryUsage().arrayBuffers)
  },
})
const outcome: RepeatedKeyOutcome = {
  duplicates: counted.duplicate,
  closes: bridge.closes,
  written,
  bufferBytes,
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have no origin.
parentPort?.postMessage(outcome)
