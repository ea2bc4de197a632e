import type { Fault } from './scripted-wallet.ts'

/** How often a message is lost. */
export const lossRate = 0.27
const crashRate = 0.02

/** The process crashes. */
class Crash extends Error {}

/** Runs a statement; it decides when the process crashes. */
type Perhaps = <Result>(work: () => Promise<Result>) => Promise<Result>

const wrapped = new WeakMap<D1PreparedStatement, D1PreparedStatement>()

function crashingStatement(statement: D1PreparedStatement, perhaps: Perhaps): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') {
        return (...values: unknown[]) => crashingStatement(target.bind(...values), perhaps)
      }
      if (name === 'run') return () => perhaps(() => target.run())
      if (name === 'all') return () => perhaps(() => target.all())
      if (name === 'raw') return () => perhaps(() => target.raw())
      throw new Error(`Nothing should use ${String(name)} of a statement.`)
    },
  })
  wrapped.set(proxy, statement)
  return proxy
}

/** A database that crashes before or after a statement takes effect, as a process does. */
function crashing(database: D1Database, isCrashing: () => boolean): D1Database {
  const perhaps: Perhaps = async (work) => {
    if (isCrashing()) throw new Crash('before the commit')
    const result = await work()
    if (isCrashing()) throw new Crash('after the commit')
    return result
  }
  function over(opened: Pick<D1Database, 'prepare' | 'batch'>) {
    return {
      prepare: (query: string) => crashingStatement(opened.prepare(query), perhaps),
      batch: (batch: D1PreparedStatement[]) =>
        perhaps(() => opened.batch(batch.map((one) => wrapped.get(one) ?? one))),
    }
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === 'withSession') return () => over(target.withSession('first-primary'))
      return Reflect.get(over(target), name)
    },
  })
}

/** Whether an error is, or was caused by, the crash of the process. */
function isCrash(error: unknown): boolean {
  if (error instanceof Crash) return true
  return error instanceof Error && error.cause !== undefined && isCrash(error.cause)
}

/** The failures that an error contains. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [error]
}

/**
 * Runs concurrent workers. It waits for all of them, also when one crashes, because otherwise their
 * remaining work would fall into a later phase of the simulation.
 *
 * @throws AggregateError with every failure
 */
export async function atOnce(workers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(workers.map((worker) => worker()))
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? causesOf(end.reason) : []))
  if (failures.length > 0) throw new AggregateError(failures, 'A worker has failed.')
}

/** The faults of a simulated world: lost messages and crashes. */
export class Trouble {
  /** No faults occur while it is true. */
  isCalm = false
  /** Makes the process crash at its next statement. */
  isDying = false
  readonly #chance: () => number

  constructor(chance: () => number) {
    this.#chance = chance
  }

  /** Whether an event of this probability happens now. */
  happens(rate: number): boolean {
    return !this.isCalm && this.#chance() < rate
  }

  /** The fault of a call. */
  fault(): Fault {
    if (!this.happens(lossRate)) return 'none'
    return this.#chance() < 0.5 ? 'lost request' : 'lost answer'
  }

  /** The database of a process that crashes at random. */
  crashing(database: D1Database): D1Database {
    return crashing(database, () => this.isDying || this.happens(crashRate))
  }

  /** A crashed process does not wait and retry. */
  readonly sleep = (): Promise<void> => Promise.reject(new Crash('instead of a wait'))

  /** Runs work that a crash may end; any other failure is thrown. */
  async survive(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      for (const cause of causesOf(error)) if (!isCrash(cause)) throw cause
    }
  }
}
