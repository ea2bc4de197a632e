import type { Engine, FileTally, RowSource, Selection } from '../engine/engine.ts'
import { type SettledRows, settleTransactions } from './settle-transaction.ts'
import type { ComparisonRules } from './compare-sides.ts'
import { ReconcileError } from '../reconcile-error.ts'
import { RowArena } from './row-arena.ts'

/** Most bytes of rows in memory at once. */
const arenaBytes = 16 * 2 ** 20

/** The files to compare, and where their transactions go. */
export interface FileComparison {
  readonly engine: Engine
  readonly sources: readonly RowSource[]
  readonly tallies: readonly FileTally[]
  readonly rules: ComparisonRules
  /** How many keys may differ; undefined compares all rows. */
  readonly suspects: number | undefined
  /** Called with each compared transaction and all its rows, in the order of the wallet transaction codes. */
  readonly onTransaction: (settled: SettledRows) => void
  /** Called after every `pauseEvery` keys and at the end of each range, so that outputs can be flushed. */
  readonly onPause: () => Promise<void>
  readonly pauseEvery: number
}

function expectedBytes(tallies: readonly FileTally[], suspects: number | undefined): number {
  const bytes = tallies.reduce((sum, tally) => sum + tally.bytes, 0)
  if (suspects === undefined) return bytes
  const rows = tallies.reduce((sum, tally) => sum + tally.rows, 0)
  return Math.min(bytes, (bytes / Math.max(1, rows)) * suspects * 2)
}

/**
 * The second reading: fetches the rows that may differ and compares their transactions. It goes by
 * ranges of wallet transaction codes, so that the rows in memory stay few.
 *
 * @returns how many good rows of each source were fetched, in the order of the sources
 * @throws ReconcileError `ERR_FILE_CHANGED` when a file is not the one of the first reading
 */
export async function compareFiles(comparing: FileComparison): Promise<number[]> {
  const { engine, sources, tallies, rules, suspects } = comparing
  const taken = sources.map(() => 0)
  if (suspects === 0) return taken
  const rows = suspects === undefined ? 'all' : 'suspects'
  const pieces = Math.ceil(expectedBytes(tallies, suspects) / arenaBytes)
  for (const range of engine.ranges(pieces)) {
    const arena = new RowArena(engine.spare?.())
    for (const [index, source] of sources.entries()) {
      const selection: Selection = { rows, range }
      const now = await engine.collect(source, selection, (batch, record) => {
        taken[index] = (taken[index] ?? 0) + 1
        arena.add(batch, record, source)
      })
      const before = tallies[index]
      if (now.bytes !== before?.bytes || now.contentSum !== before.contentSum) {
        const what = `The ${source.side} file changed between its first and its second reading.`
        throw new ReconcileError('ERR_FILE_CHANGED', what)
      }
    }
    let settled = 0
    for (const group of arena.groups()) {
      for (const found of settleTransactions(group, rules)) comparing.onTransaction(found)
      settled += 1
      if (settled % comparing.pauseEvery === 0) await comparing.onPause()
    }
    await comparing.onPause()
  }
  return taken
}
