import type { Engine, FileTally, RowSource, Selection } from '../engine/engine.ts'
import { type SettledRows, settleTransactions } from './settle-transaction.ts'
import type { ComparisonRules } from './compare-sides.ts'
import { ReconcileError } from '../reconcile-error.ts'
import { RowArena } from './row-arena.ts'

/** Bytes of rows that are kept at once. */
const arenaBytes = 16 * 2 ** 20

/** What {@link compareFiles} works with. */
export interface Comparing {
  readonly engine: Engine
  readonly sources: readonly RowSource[]
  readonly tallies: readonly FileTally[]
  readonly rules: ComparisonRules
  /** Keys that may differ; undefined compares all rows. */
  readonly suspects: number | undefined
  /** Told each transaction that was looked at, with all its rows, in the order of the codes. */
  readonly onTransaction: (settled: SettledRows) => void
  /** Told that many transactions are through. */
  readonly onPause: () => Promise<void>
}

function expectedBytes(tallies: readonly FileTally[], suspects: number | undefined): number {
  const bytes = tallies.reduce((sum, tally) => sum + tally.bytes, 0)
  if (suspects === undefined) return bytes
  const rows = tallies.reduce((sum, tally) => sum + tally.rows, 0)
  return Math.min(bytes, (bytes / Math.max(1, rows)) * suspects * 2)
}

/**
 * Reads the rows that may differ a second time, range by range so that few are kept at once, and
 * settles their transactions.
 *
 * @returns how many good rows each source handed over, in the order of the sources
 * @throws ReconcileError when a file is not the one that was checked
 */
export async function compareFiles(comparing: Comparing): Promise<number[]> {
  const { engine, sources, tallies, rules, suspects } = comparing
  const taken = sources.map(() => 0)
  if (suspects === 0) return taken
  const rows = suspects === undefined ? 'all' : 'suspects'
  const pieces = Math.ceil(expectedBytes(tallies, suspects) / arenaBytes)
  for (const range of engine.ranges(pieces)) {
    const arena = new RowArena()
    for (const [index, source] of sources.entries()) {
      const selection: Selection = { rows, range }
      const now = await engine.collect(source, selection, (batch, record) => {
        taken[index] = (taken[index] ?? 0) + 1
        arena.add(batch, record, source)
      })
      const before = tallies[index]
      if (now.bytes !== before?.bytes || now.keySum !== before.keySum) {
        const what = `The ${source.side} file changed between its first and its second reading.`
        throw new ReconcileError('ERR_FILE_CHANGED', what)
      }
    }
    let settled = 0
    for (const group of arena.groups()) {
      for (const found of settleTransactions(group, rules)) comparing.onTransaction(found)
      settled += 1
      if (settled % 512 === 0) await comparing.onPause()
    }
  }
  return taken
}
