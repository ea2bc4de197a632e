import {
  createModuleEngine,
  fingerprintEngine,
  newTally,
  takePacked,
  type Engine,
  type EngineFactory,
  type EngineSettings,
  type FileTally,
  type KeyRange,
  type ModuleEngine,
  type RowSource,
  type RowTaker,
  type Selection,
  type Suspicion,
} from '@merchant-edge/reconcile/engine'
import type { Worker } from 'node:worker_threads'
import { pauseOptimizing, resumeOptimizing, resumeOptimizingFor } from '../compiler-flags.ts'
import type {
  SentTally,
  ThreadNotice,
  ThreadOrder,
  ThreadReport,
  ThreadSetup,
  ThreadSource,
} from './thread-messages.ts'
import { receivedFailure } from './sent-failure.ts'
import { sentSettings, startThread } from './start-thread.ts'

/** The main thread's handle of the worker thread that reads the files of one side. */
class SideThread {
  readonly #worker: Worker = startThread('side-thread')
  readonly #reports: ThreadReport[] = []
  /** Resolves when the modules of the thread are loaded. */
  readonly loaded: Promise<void>
  #onLoaded = () => {}
  #onReport: (() => void) | undefined
  #onBytes: EngineSettings['onBytes'] | undefined

  constructor() {
    this.loaded = new Promise((resolve) => {
      this.#onLoaded = resolve
    })
    this.#worker.on('message', (report: ThreadReport | ThreadNotice) => this.#take(report))
    this.#worker.on('error', (error) => this.#take({ kind: 'failure', error }))
  }

  #take(report: ThreadReport | ThreadNotice): void {
    if (report.kind === 'loaded') return this.#onLoaded()
    if (report.kind === 'bytes') return this.#onBytes?.(report.bytes, report.rows)
    this.#reports.push(report)
    this.#onReport?.()
  }

  /** Sends the setup to the thread, before any order. */
  begin(setup: ThreadSetup, onBytes: EngineSettings['onBytes']): void {
    this.#onBytes = onBytes
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have no origin.
    this.#worker.postMessage(setup)
  }

  order(order: ThreadOrder): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have no origin.
    this.#worker.postMessage(order)
  }

  /** @throws the error of the worker thread */
  async report(): Promise<Exclude<ThreadReport, { kind: 'failure' | 'refusal' }>> {
    for (;;) {
      const report = this.#reports.shift()
      if (report?.kind === 'failure' || report?.kind === 'refusal') throw receivedFailure(report)
      if (report !== undefined) return report
      await new Promise<void>((resolve) => {
        this.#onReport = resolve
      })
    }
  }

  end(): void {
    void this.#worker.terminate()
  }
}

function takeTally(tally: FileTally, { totals, ...sent }: SentTally): void {
  Object.assign(tally, sent, { totals: { totals: () => [...totals] } })
}

/** A worker thread and its sources. */
interface ThreadOfSources {
  readonly thread: SideThread
  readonly sources: readonly ThreadSource[]
}

/**
 * The WebAssembly engine on two threads: this thread reads the files of the partner, a worker
 * thread those of the service. Each has its own sketch, and sketches can be added. Repeated keys of
 * a side are found by the filter of its thread.
 */
class ThreadedEngine implements Engine {
  readonly name = 'module on two threads'
  readonly #settings: EngineSettings
  readonly #own: ModuleEngine
  readonly #thread: SideThread
  readonly #sources: readonly ThreadSource[]
  #isFirstReading = true

  constructor(settings: EngineSettings, own: ModuleEngine, { thread, sources }: ThreadOfSources) {
    this.#settings = settings
    this.#own = own
    this.#thread = thread
    this.#sources = sources
    const setup = {
      settings: sentSettings(settings),
      hashKey: own.hashKey,
      sources,
      hasSpill: settings.openSpill !== undefined,
    }
    thread.begin(setup, settings.onBytes)
    void this.#beginFirstReading()
  }

  /** Both threads have loaded their modules before a flag of V8 is changed. */
  async #beginFirstReading(): Promise<void> {
    await this.#thread.loaded
    if (this.#isFirstReading) pauseOptimizing()
  }

  async check(source: RowSource, { isRepeat } = { isRepeat: false }): Promise<FileTally> {
    if (source.side === 'partner') {
      if (source.origin === 'file') {
        for (const index of this.#sources.keys()) {
          this.#thread.order({ kind: 'check', source: index, isRepeat })
        }
        this.#thread.order({ kind: 'findings' })
      }
      return this.#own.check(source, { isRepeat })
    }
    const tally = newTally(source)
    for (;;) {
      const report = await this.#thread.report()
      if (report.kind === 'exceptions') {
        takeTally(tally, report.tally)
        await this.#settings.onExceptions(report.found, tally)
        this.#thread.order({ kind: 'more' })
      } else if (report.kind === 'checked') {
        takeTally(tally, report.tally)
        if (source.origin === this.#sources.at(-1)?.origin) await this.#takeFindings()
        return tally
      }
    }
  }

  async #takeFindings(): Promise<void> {
    const report = await this.#thread.report()
    if (report.kind === 'findings') this.#own.absorb(report.findings)
  }

  suspect(): Suspicion {
    this.#isFirstReading = false
    const suspicion = this.#own.suspect()
    resumeOptimizingFor(suspicion)
    if (suspicion.keys !== undefined) {
      this.#thread.order({ kind: 'suspects', keys: this.#own.suspectedKeys() })
    }
    return suspicion
  }

  widen(): boolean {
    const isWider = this.#own.widen()
    if (isWider) this.#thread.order({ kind: 'widen' })
    return isWider
  }

  rowTools() {
    return this.#own.rowTools()
  }

  spare(): Uint8Array<ArrayBuffer> {
    return this.#own.spare()
  }

  ranges(count: number): KeyRange[] {
    return this.#own.ranges(count)
  }

  async collect(
    source: RowSource,
    selection: Selection,
    take: RowTaker,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
    if (source.side === 'partner') {
      if (source.origin === 'file') {
        for (const index of this.#sources.keys()) {
          this.#thread.order({ kind: 'collect', source: index, selection })
        }
      }
      return this.#own.collect(source, selection, take)
    }
    for (;;) {
      const report = await this.#thread.report()
      if (report.kind === 'collected') return report.now
      if (report.kind !== 'rows') continue
      await takePacked(report.rows, take)
      this.#thread.order({ kind: 'more' })
    }
  }

  async release(): Promise<void> {
    this.#isFirstReading = false
    resumeOptimizing()
    this.#thread.end()
    await this.#own.release()
  }
}

/**
 * Starts a worker thread, and creates an engine that shares the work with it; a built-in engine
 * when the runtime has no WebAssembly SIMD. The start takes a twelfth of a second, during which the
 * outputs are opened.
 *
 * @param sources the sources of the service, in reading order
 */
export function threadedEngine(sources: readonly ThreadSource[]): {
  readonly engine: EngineFactory
  readonly loaded: Promise<void>
  /** Ends the thread when no engine was created; an engine ends its thread when it is released. */
  end(): void
} {
  const thread = new SideThread()
  return {
    engine(settings) {
      const own = createModuleEngine(settings)
      return own === undefined
        ? fingerprintEngine(settings)
        : new ThreadedEngine(settings, own, { thread, sources })
    },
    loaded: thread.loaded,
    end: () => thread.end(),
  }
}
