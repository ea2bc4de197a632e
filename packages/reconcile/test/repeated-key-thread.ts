import { parentPort, workerData } from 'node:worker_threads'
import type { ByteSource } from '../src/csv/byte-source.ts'
import { reconcile } from '../src/reconcile.ts'
import { type engineNames, engines } from './engines.ts'
import { type RowText, partnerLine, serviceLine, testKey } from './file-text.ts'
import type { RowSpill } from '../src/row-spill.ts'

// Compares two files that repeat one key, in a thread whose heap has a limit, and tells what came of it.

/** What the thread is started with. */
export interface RepeatedKey {
  readonly engine: (typeof engineNames)[number]
  /** Rows of a side, a multiple of 1,000. */
  readonly rows: number
  readonly exact: boolean
  readonly openSpill: boolean
}

/** What the thread tells. */
export interface RepeatedKeyOutcome {
  readonly duplicates: number
  readonly closes: boolean
  /** Bytes of the exceptions. */
  readonly written: number
  /** Bytes of buffers at their peak. */
  readonly bufferBytes: number
}

const { engine, rows, exact, openSpill }: RepeatedKey = workerData

/** Long rows: the memory of a file's bytes shows with few of them. */
const description = 'd'.repeat(400)

/** A file that has the same thousand rows again and again, and is never in memory as a whole. */
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
  throw new Error('One key has no ranges that need a place.')
}

let written = 0
let bufferBytes = 0
const exceptions = new WritableStream<Uint8Array>({
  async write(piece) {
    written += piece.length
    // As to a disk: later, and not before something else has had its turn.
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
