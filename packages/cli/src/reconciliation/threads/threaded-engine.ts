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
import { pauseOptimizing, resumeOptimizing, resumeOptimizingFor } from '../compiler-flags.ts'
import type { SideThread } from './side-thread-handle.ts'
import { sentSettings } from './start-thread.ts'
import type { SentTally, ThreadSource } from './thread-messages.ts'

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
 * Creates engines that share the work with a worker thread; built-in engines when the runtime has no
 * WebAssembly SIMD. An engine ends the thread when it is released.
 *
 * @param thread a thread that has no setup yet
 * @param sources the sources of the service, in reading order
 */
export function threadedEngine(
  thread: SideThread,
  sources: readonly ThreadSource[],
): EngineFactory {
  return (settings) => {
    const own = createModuleEngine(settings)
    return own === undefined
      ? fingerprintEngine(settings)
      : new ThreadedEngine(settings, own, { thread, sources })
  }
}
