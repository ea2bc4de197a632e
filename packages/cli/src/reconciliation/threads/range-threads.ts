import {
  createModuleEngine,
  fingerprintEngine,
  RangedEngine,
  type CheckOrder,
  type CollectedRange,
  type CollectOrder,
  type EngineFactory,
  type RangeFindings,
  type RangeReaders,
  type SampledCodes,
} from '@merchant-edge/reconcile/engine'
import type { Worker } from 'node:worker_threads'
import { fileSource } from '../file-source.ts'
import type { RangedPath, RangeOrder, RangeReport, RangeSetup } from './range-messages.ts'
import { receivedFailure } from './sent-failure.ts'
import { sentSettings, startThread } from './start-thread.ts'

/** Two, so that a thread already has its next range while the first thread is busy. */
const rangesOfThread = 2

type Report<Kind extends RangeReport['kind']> = Extract<RangeReport, { kind: Kind }>

/**
 * The main thread's handle of a worker thread that reads byte ranges. Orders are answered in the
 * order in which they are sent.
 */
class RangeThread {
  readonly #worker: Worker
  readonly #waiting: ((report: RangeReport) => void)[] = []
  #failure: RangeReport | undefined

  constructor(setup: RangeSetup) {
    this.#worker = startThread('range-thread', setup)
    this.#worker.on('message', (report: RangeReport) => this.#waiting.shift()?.(report))
    this.#worker.on('error', (error) => this.#fail({ kind: 'failure', error }))
  }

  /** Number of orders without a report; `Infinity` when the thread has ended. */
  get load(): number {
    return this.#failure === undefined ? this.#waiting.length : Infinity
  }

  /** @throws the error of the worker thread */
  async ask<Kind extends RangeOrder['kind']>(
    order: Extract<RangeOrder, { kind: Kind }>,
  ): Promise<Report<Kind>> {
    const report = await new Promise<RangeReport>((resolve) => {
      if (this.#failure !== undefined) return resolve(this.#failure)
      this.#waiting.push(resolve)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have no origin.
      this.#worker.postMessage(order)
    })
    if (isOf(report, order.kind)) return report
    if (report.kind === 'failure' || report.kind === 'refusal') throw receivedFailure(report)
    throw new TypeError(`Not asked for: ${report.kind}`)
  }

  end(): void {
    void this.#worker.terminate()
  }

  #fail(failure: RangeReport): void {
    this.#failure = failure
    for (const resolve of this.#waiting.splice(0)) resolve(failure)
  }
}

function isOf<Kind extends RangeReport['kind']>(
  report: RangeReport,
  kind: Kind,
): report is Report<Kind> {
  return report.kind === kind
}

/** Worker threads that read ranges; the next order goes to the one with the fewest open orders. */
class RangeThreads implements RangeReaders {
  readonly ahead: number
  readonly #threads: readonly RangeThread[]
  #areTold: Promise<unknown> = Promise.resolve()

  constructor(setup: RangeSetup, count: number) {
    this.#threads = Array.from({ length: count }, () => new RangeThread(setup))
    this.ahead = count * rangesOfThread
  }

  async check(order: CheckOrder): Promise<RangeFindings> {
    return (await this.#idlest().ask<'check'>({ kind: 'check', order })).found
  }

  async collect(order: CollectOrder): Promise<CollectedRange> {
    await this.#areTold
    return (await this.#idlest().ask<'collect'>({ kind: 'collect', order })).found
  }

  takeSuspects(keys: Int32Array<ArrayBuffer>): void {
    this.#areTold = Promise.all(
      this.#living().map((thread) => thread.ask<'suspects'>({ kind: 'suspects', keys })),
    )
    // The collecting reader rethrows this rejection later; until then it must not be reported as
    // unhandled.
    this.#areTold.catch(() => undefined)
  }

  async takeCodes(): Promise<readonly SampledCodes[]> {
    const reports = await Promise.all(
      this.#living().map((thread) => thread.ask<'codes'>({ kind: 'codes' })),
    )
    return reports.map(({ found }) => found)
  }

  end(): void {
    for (const thread of this.#threads) thread.end()
  }

  #living(): RangeThread[] {
    return this.#threads.filter(({ load }) => load < Infinity)
  }

  #idlest(): RangeThread {
    const [first, ...others] = this.#threads
    if (first === undefined) throw new TypeError('There is no thread that reads ranges.')
    return others.reduce((idlest, thread) => (thread.load < idlest.load ? thread : idlest), first)
  }
}

/**
 * Creates engines whose worker threads read ranges of both files; built-in engines when the runtime
 * has no WebAssembly SIMD.
 *
 * @param count number of reading threads, besides the one that merges
 */
export function rangedEngine(files: readonly RangedPath[], count: number): EngineFactory {
  return (settings) => {
    const own = createModuleEngine(settings)
    if (own === undefined) return fingerprintEngine(settings)
    const setup = { settings: sentSettings(settings), hashKey: own.hashKey, files }
    const readers = new RangeThreads(setup, count)
    const opened = files.map(({ side, path, sizeBytes }) => ({
      side,
      sizeBytes,
      openAt: (start: number) => fileSource(path, start),
    }))
    return new RangedEngine(settings, own, { files: opened, readers })
  }
}
