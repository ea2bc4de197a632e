import {
  ForksPoolWorker,
  type PoolRunnerInitializer,
  type PoolWorker,
  type TestProject,
  type WorkerRequest,
} from 'vitest/node'

type Listener = (...told: unknown[]) => void

/**
 * A worker of a pool that survives the end of a test run. vitest starts and stops a worker for each
 * run; this one is started only once, and the later starts are answered on its behalf.
 */
class KeptWorker implements PoolWorker {
  readonly name: string
  readonly #inner: PoolWorker
  readonly #takeStaleFiles: () => string[]
  readonly #listeners = new Map<string, Set<Listener>>()
  /** Messages between two runs, while no listener was registered. */
  #unheard: unknown[] = []
  #state: 'new' | 'starting' | 'ready' = 'new'

  constructor(name: string, inner: PoolWorker, takeStaleFiles: () => string[]) {
    this.name = name
    this.#inner = inner
    this.#takeStaleFiles = takeStaleFiles
  }

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    if (event !== 'message') return
    const unheard = this.#unheard
    this.#unheard = []
    for (const message of unheard) listener(message)
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }

  async start(): Promise<void> {
    if (this.#state !== 'new') return
    await this.#inner.start()
    this.#state = 'starting'
    for (const event of ['message', 'error', 'exit']) {
      this.#inner.on(event, (...told: unknown[]) => this.#tell(event, told))
    }
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start' && this.#state === 'ready') this.#answer('started')
    else if (message.type === 'stop') this.#answer('stopped')
    else if (message.type === 'run') {
      const context = { ...message.context, invalidates: this.#takeStaleFiles() }
      this.#inner.send({ ...message, context })
    } else this.#inner.send(message)
    if (message.type === 'start') this.#state = 'ready'
  }

  deserialize(data: unknown): unknown {
    return isAnswer(data) ? data : this.#inner.deserialize(data)
  }

  async stop(): Promise<void> {
    // It is kept: `end` is what stops it.
  }

  async end(): Promise<void> {
    if (this.#state !== 'new') await this.#inner.stop()
    this.#state = 'new'
  }

  #answer(type: 'started' | 'stopped'): void {
    queueMicrotask(() => this.#tell('message', [{ type, __vitest_worker_response__: true }]))
  }

  #tell(event: string, told: readonly unknown[]): void {
    const listeners = [...(this.#listeners.get(event) ?? [])]
    for (const listener of listeners) listener(...told)
    if (event === 'message' && listeners.length === 0) this.#unheard.push(told[0])
  }
}

function isAnswer(data: unknown): boolean {
  return typeof data === 'object' && data !== null && '__vitest_worker_response__' in data
}

/** The one worker of a project. */
export interface KeptPool {
  /**
   * Sets the modules that the worker must load again before its next test, by the paths of their
   * files.
   */
  forget(files: Iterable<string>): void
  close(): Promise<void>
}

/** Makes a project run its tests in one worker that outlives each run. */
export function keepWorkerOf({ config }: TestProject): KeptPool {
  const inner: PoolRunnerInitializer = config.poolRunner ?? {
    name: 'forks',
    createPoolWorker: (options) => new ForksPoolWorker(options),
  }
  const name = `kept-${inner.name}`
  const stale = new Set<string>()
  let worker: KeptWorker | undefined

  function takeStaleFiles(): string[] {
    const files = [...stale]
    stale.clear()
    return files
  }

  config.pool = name
  config.poolRunner = {
    name,
    createPoolWorker: (options) =>
      (worker ??= new KeptWorker(name, inner.createPoolWorker(options), takeStaleFiles)),
  }
  return {
    forget: (files) => {
      for (const file of files) stale.add(file)
    },
    close: async () => worker?.end(),
  }
}
