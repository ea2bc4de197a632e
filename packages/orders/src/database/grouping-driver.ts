import type { Driver, Statement, StatementResult } from './driver.ts'

/** Statements of one batch at most; a callback that is to be recorded waits no longer than it takes. */
const statementsMax = 64
/** Statements of one batch at most while callbacks are being recorded. */
const statementsMaxBehindOthers = 20

interface Waiting {
  readonly statements: readonly Statement[]
  readonly resolve: (results: readonly StatementResult[]) => void
  readonly reject: (error: unknown) => void
}

/** Whether the database has refused a statement: then it has undone the whole batch, for certain. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && error.message.includes('SQLITE_')
}

/**
 * Runs together what is asked for at the same time: while a batch is under way, the others wait, and those
 * that wait by then run as one. So work in the background holds one connection to the database, and the
 * database for a short time only.
 *
 * Every batch is all or nothing by itself still. When the database refuses a common batch, each part of it
 * runs again alone, so that only the one to blame fails. When nobody knows what became of a common batch,
 * all of its parts fail, as each of them would have alone.
 *
 * A part must not ask `changes()` in its first statement, nor count on running after another part that was
 * not waited for. What a transition, a change or a read is compiled to does neither.
 *
 * @param driver runs the batches
 * @param giveWay is waited for before each of them; one that had to wait is followed by a small batch
 */
export function groupingDriver(
  driver: Driver,
  giveWay: () => Promise<boolean> = async () => false,
): Driver {
  const waiting: Waiting[] = []
  let isRunning = false

  function takeGroup(most: number): Waiting[] {
    const group: Waiting[] = []
    let statements = 0
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      statements += next.statements.length
      if (group.length > 0 && statements > most) break
      group.push(next)
      waiting.shift()
    }
    return group
  }

  async function runGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await driver.run(group.flatMap(({ statements }) => statements))
      let from = 0
      for (const { statements, resolve } of group) {
        resolve(results.slice(from, from + statements.length))
        from += statements.length
      }
    } catch (error) {
      if (group.length > 1 && isRefused(error)) {
        for (const part of group) await runGroup([part])
      } else {
        for (const { reject } of group) reject(error)
      }
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const [gaveWay] = await Promise.allSettled([giveWay()])
      const isBehindOthers = gaveWay.status === 'fulfilled' && gaveWay.value
      await runGroup(takeGroup(isBehindOthers ? statementsMaxBehindOthers : statementsMax))
    }
    isRunning = false
  }

  return {
    run: (statements) =>
      new Promise((resolve, reject) => {
        waiting.push({ statements, resolve, reject })
        if (!isRunning) void runAll()
      }),
  }
}
