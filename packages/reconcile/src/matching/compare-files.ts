import type { Engine, FileTally, RowSource, Selection } from '../engine/engine.ts'
import { fileChanged } from '../engine/file-changed.ts'
import type { KeyRange } from '../engine/samples.ts'
import { type SettledRows, settleTransactions } from './settle-transaction.ts'
import type { ComparisonRules } from './compare-sides.ts'
import { type AgreedPair, RowArena } from './row-arena.ts'
import { RowPartitions, mostPartitions } from './row-partitions.ts'
import type { RowSpill } from '../row-spill.ts'

/** Most bytes of rows in memory at once. */
const arenaBytes = 16 * 2 ** 20
/** Bytes of a range whose rows are read back: few enough that grouping them stays in the caches of the processor. */
const nearBytes = 4 * 2 ** 20
/** Bytes of rows that agree before outputs are flushed. */
const bytesOfPause = 64 * 1024

/** The files to compare, and where their transactions go. */
export interface FileComparison {
  readonly engine: Engine
  readonly sources: readonly RowSource[]
  readonly tallies: readonly FileTally[]
  readonly rules: ComparisonRules
  /** How many keys may differ; undefined compares all rows. */
  readonly suspects: number | undefined
  /** A place for the rows of more ranges than one; without it the files are read once for each range. */
  readonly openSpill?: (() => RowSpill | Promise<RowSpill>) | undefined
  /** Called with each compared transaction and all its rows, in the order of the wallet transaction codes. */
  readonly onTransaction: (settled: SettledRows) => void
  /**
   * Called with each transaction whose rows agree byte for byte, in its place in that order; these are only counted where
   * it is left out. A pair is valid until the next pause has ended.
   */
  readonly onAgreed?: ((pair: AgreedPair) => void) | undefined
  /**
   * Called after every `pauseEvery` keys whose rows were compared or 64 kB of rows that agree, and at the end of each
   * range, so that outputs can be flushed.
   */
  readonly onPause: () => Promise<void>
  readonly pauseEvery: number
}

function expectedBytes(tallies: readonly FileTally[], suspects: number | undefined): number {
  const bytes = tallies.reduce((sum, tally) => sum + tally.bytes, 0)
  if (suspects === undefined) return bytes
  const rows = tallies.reduce((sum, tally) => sum + tally.rows, 0)
  return Math.min(bytes, (bytes / Math.max(1, rows)) * suspects * 2)
}

/** Into how many ranges so many bytes of rows are divided. */
function rangesFor(bytes: number, hasSpill: boolean): number {
  if (!hasSpill || bytes <= arenaBytes) return Math.ceil(bytes / arenaBytes)
  const most = Math.max(mostPartitions, Math.ceil(bytes / arenaBytes))
  return Math.min(most, Math.ceil(bytes / nearBytes))
}

/** The codes of several ranges without gaps, as one. */
function wholeOf(ranges: readonly KeyRange[]): KeyRange {
  const from = ranges[0]?.from
  const to = ranges.at(-1)?.to
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** The second reading of one run. */
class SecondPass {
  /** Good rows of each source that were passed on, in the order of the sources. */
  readonly taken: number[]
  readonly #comparing: FileComparison
  readonly #rows: Selection['rows']
  /** Memory that nothing else needs; the rows that wait to be put aside and those of a range have it in turn. */
  readonly #spare: Uint8Array<ArrayBuffer>
  /** The rows of one range. */
  readonly #arena: RowArena

  constructor(comparing: FileComparison) {
    this.#comparing = comparing
    this.#rows = comparing.suspects === undefined ? 'all' : 'suspects'
    this.taken = comparing.sources.map(() => 0)
    this.#spare = comparing.engine.spare?.() ?? new Uint8Array()
    this.#arena = new RowArena(comparing.sources, this.#spare)
  }

  async compareByReading(ranges: readonly KeyRange[]): Promise<void> {
    for (const range of ranges) {
      await this.#collect(range, this.#arena)
      await this.#settle()
    }
  }

  async compareBySpilling(ranges: readonly KeyRange[], spill: RowSpill): Promise<void> {
    const { sources } = this.#comparing
    let position = 0
    for (let first = 0; first < ranges.length; first += mostPartitions) {
      const some = ranges.slice(first, first + mostPartitions)
      const partitions = new RowPartitions(some, { sources, spill, position, spare: this.#spare })
      await this.#collect(wholeOf(some), partitions)
      position = partitions.end()
      for (const index of some.keys()) {
        partitions.read(index, this.#arena)
        await this.#settle()
      }
    }
  }

  async #collect(range: KeyRange, into: Pick<RowArena, 'add'>): Promise<void> {
    const { engine, sources, tallies } = this.#comparing
    for (const [index, source] of sources.entries()) {
      const now = await engine.collect(source, { rows: this.#rows, range }, (batch, record) => {
        this.#count(index, 1)
        into.add(batch, record, index)
      })
      const before = tallies[index]
      if (now.bytes !== before?.bytes || now.contentSum !== before.contentSum) {
        throw fileChanged(source.side)
      }
    }
  }

  async #settle(): Promise<void> {
    const arena = this.#arena
    const { sources, rules, onTransaction, onAgreed, onPause, pauseEvery } = this.#comparing
    const agreed = arena.takeAgreed({ areWanted: onAgreed !== undefined })
    for (const [index, { origin }] of sources.entries()) {
      if (origin === 'file') this.#count(index, -agreed)
    }
    let settled = 0
    let agreedBytes = 0
    for (const found of arena.transactions()) {
      if (Array.isArray(found)) {
        for (const transaction of settleTransactions(found, rules)) onTransaction(transaction)
        settled += 1
      } else {
        onAgreed?.(found)
        agreedBytes += found.partner.end - found.partner.start
      }
      if (settled < pauseEvery && agreedBytes < bytesOfPause) continue
      await onPause()
      settled = 0
      agreedBytes = 0
    }
    await onPause()
    arena.clear()
  }

  #count(source: number, rows: number): void {
    this.taken[source] = (this.taken[source] ?? 0) + rows
  }
}

/**
 * The second reading: fetches the rows that may differ and compares their transactions. It goes by
 * ranges of wallet transaction codes, so that the rows in memory stay few. Rows of several ranges are kept outside of
 * memory where there is a place for them, so that the files are read once.
 *
 * @returns how many good rows of each source were passed on, in the order of the sources; the others agree
 * @throws ReconcileError `ERR_FILE_CHANGED` when a file is not the one of the first reading
 */
export async function compareFiles(comparing: FileComparison): Promise<number[]> {
  const { engine, tallies, suspects, openSpill } = comparing
  if (suspects === 0) return comparing.sources.map(() => 0)
  const pass = new SecondPass(comparing)
  const bytes = expectedBytes(tallies, suspects)
  const ranges = engine.ranges(rangesFor(bytes, openSpill !== undefined))
  const spill = ranges.length > 1 ? await openSpill?.() : undefined
  if (spill === undefined) {
    await pass.compareByReading(ranges)
    return pass.taken
  }
  try {
    await pass.compareBySpilling(ranges, spill)
  } finally {
    await spill.close()
  }
  return pass.taken
}
