import type { EngineSettings } from '@merchant-edge/reconcile/engine'
import type { Worker } from 'node:worker_threads'
import { receivedFailure } from './sent-failure.ts'
import { startThread } from './start-thread.ts'
import type { ThreadNotice, ThreadOrder, ThreadReport, ThreadSetup } from './thread-messages.ts'

/**
 * The main thread's handle of the worker thread that reads the files of one side. Creating it starts
 * the thread, which loads its modules until it gets its setup.
 */
export class SideThread {
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

  /** Ends the thread; may be called more than once. */
  end(): void {
    void this.#worker.terminate()
  }
}
