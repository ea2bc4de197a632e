import {
  type CheckOrder,
  type RangedFile,
  collectRange,
  createModuleEngine,
} from '@merchant-edge/reconcile/engine'
import { parentPort, workerData } from 'node:worker_threads'
import { fileSource } from '../file-source.ts'
import { sha256Digest } from '../sha256-digest.ts'
import type { RangeOrder, RangeReport, RangeSetup } from './range-messages.ts'
import { sentFailure } from './sent-failure.ts'

// A worker thread that reads byte ranges of both files. Work that needs all rows of a side is done
// by the first thread.

const setup: RangeSetup = workerData

const engine = createModuleEngine(
  {
    ...setup.settings,
    createDigest: sha256Digest,
    onExceptions: () => undefined,
    onBytes: () => undefined,
  },
  setup,
)

const files = setup.files.map(({ side, path, sizeBytes }): RangedFile => ({
  side,
  sizeBytes,
  openAt: (start) => fileSource(path, start),
}))

function fileOf({ side }: Pick<CheckOrder, 'side'>): RangedFile {
  const file = files.find((one) => one.side === side)
  if (file === undefined) throw new TypeError(`This thread has no file of the ${side}.`)
  return file
}

async function follow(order: RangeOrder): Promise<RangeReport> {
  if (engine === undefined) throw new TypeError('This thread has no WebAssembly with SIMD.')
  if (order.kind === 'suspects') {
    engine.takeSuspects(order.keys)
    return { kind: 'suspects' }
  }
  if (order.kind === 'codes') return { kind: 'codes', found: engine.takeCodes() }
  const file = fileOf(order.order)
  return order.kind === 'check'
    ? { kind: 'check', found: await engine.checkRange(file, order.order) }
    : { kind: 'collect', found: await collectRange(engine, file, order.order) }
}

function send(report: RangeReport): void {
  const large = report.kind === 'check' ? [report.found.fingerprints.buffer] : []
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have no origin.
  parentPort?.postMessage(report, large)
}

let last = Promise.resolve()
parentPort?.on('message', (order: RangeOrder) => {
  last = last
    .then(() => follow(order))
    .catch((error: unknown): RangeReport => sentFailure(error))
    .then(send)
})
