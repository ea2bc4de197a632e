import type { Engine, FileTally, RowSource, Selection } from '../engine/engine.ts'
import { fileChanged } from '../engine/file-changed.ts'
import type { KeyRange } from '../engine/samples.ts'
import type { RowException } from '../rows/row-exception.ts'
import type { Row } from '../rows/row.ts'
import type { ComparisonRules } from './compare-sides.ts'
import { nextCode } from './rows/compare-code.ts'
import type { CrowdedKey } from './crowds/crowd.ts'
import { KeyRows, type RowTarget } from './arena/key-rows.ts'
import type { AgreedPairs } from './arena/agreed-pairs.ts'
import { type ArenaLimits, RowArena, defaultLimits } from './arena/row-arena.ts'
import {
  type SettledRows,
  duplicateIn,
  settleCandidates,
  settleTransactions,
} from './settle-transaction.ts'
import { RowPartitions, maxPartitions } from './ranges/row-partitions.ts'
import { rangesFor } from './ranges/ranges-for.ts'
import type { KeptRows } from './ranges/kept-rows.ts'
import { WrittenRanges } from './ranges/written-ranges.ts'
import type { RowSpill } from '../row-spill.ts'

/**
 * Rows of compared keys, or duplicates of a key with very many rows, before outputs are flushed.
 */
const rowsOfPause = 1024
/** Pairs of rows that agree before outputs are flushed. */
const pairsOfPause = 512

/** The files to compare, and the receivers of their transactions. */
export interface FileComparison {
  readonly engine: Engine
  readonly sources: readonly RowSource[]
  readonly tallies: readonly FileTally[]
  readonly rules: ComparisonRules
  /** Number of keys that may differ; undefined compares all rows. */
  readonly suspects: number | undefined
  /**
   * Opens a spill for the rows of several ranges; without it the files are read once for each
   * range.
   */
  readonly openSpill?: (() => RowSpill | Promise<RowSpill>) | undefined
  /**
   * Rows that were spilled in the first reading, when all rows are compared; rows of other sources
   * are read again.
   */
  readonly kept?: KeptRows | undefined
  /**
   * Called with the number of bytes of the files that were compared since the last call, if their
   * rows were kept.
   */
  readonly onBytes?: (bytes: number) => void
  /**
   * Called with each compared transaction and all its rows, in the order of the wallet transaction
   * codes. For a key with very many rows these are only the selected rows.
   */
  readonly onTransaction: (settled: SettledRows) => void
  /**
   * Called with each duplicate of a key with very many rows, in the order of the files, after
   * {@link onPause} has ended for its transaction. The record of the row is valid only during the
   * call.
   */
  readonly onDuplicate: (row: Row, exception: RowException) => void
  /**
   * Called with the transactions whose rows agree byte for byte, in the same order. If left out,
   * they are only counted. They are valid until the next pause has ended.
   */
  readonly onAgreed?: ((pairs: AgreedPairs) => void) | undefined
  /**
   * Called after every `pauseEvery` compared keys, after a thousand of their rows or 512 pairs of
   * rows that agree, and at the end of each range, so that outputs can be flushed.
   */
  readonly onPause: () => Promise<void>
  readonly pauseEvery: number
  /** Limits of the rows in memory; 32 MB, and 1,024 rows of one key, if left out. */
  readonly limits?: ArenaLimits
}

/** Passes all rows of a range to a target; may be called several times for the same range. */
type RowFeed = (range: KeyRange, into: RowTarget) => Promise<void>

function expectedBytes(tallies: readonly FileTally[], suspects: number | undefined): number {
  const bytes = tallies.reduce((sum, tally) => sum + tally.bytes, 0)
  if (suspects === undefined) return bytes
  const rows = tallies.reduce((sum, tally) => sum + tally.rows, 0)
  return Math.min(bytes, (bytes / Math.max(1, rows)) * suspects * 2)
}

/** The codes of several adjacent ranges, as one range. */
function wholeOf(ranges: readonly KeyRange[]): KeyRange {
  const from = ranges[0]?.from
  const to = ranges.at(-1)?.to
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Compares the rows of one run, range by range. */
class RangedComparison {
  /** Valid rows of each source that were passed on, in the order of the sources. */
  readonly taken: number[]
  readonly #comparing: FileComparison
  readonly #rows: Selection['rows']
  /**
   * Spare memory, used alternately for rows that wait to be spilled and for the rows of a range.
   */
  readonly #spare: Uint8Array<ArrayBuffer>
  /** The rows of one range. */
  readonly #arena: RowArena
  readonly #limits: ArenaLimits

  constructor(comparing: FileComparison) {
    this.#comparing = comparing
    this.#rows = comparing.suspects === undefined ? 'all' : 'suspects'
    this.taken = comparing.sources.map(() => 0)
    this.#spare = comparing.engine.spare?.() ?? new Uint8Array()
    this.#limits = comparing.limits ?? defaultLimits
    const pairing = comparing.engine.rowTools?.().pairing
    const options = { spare: this.#spare, limits: this.#limits, pairing }
    this.#arena = new RowArena(comparing.sources, options)
  }

  async compareByReading(ranges: readonly KeyRange[]): Promise<void> {
    const feed: RowFeed = (range, into) => this.#collect(range, into)
    for (const range of ranges) await this.#compareRange(range, feed)
  }

  async compareBySpilling(ranges: readonly KeyRange[], spill: RowSpill): Promise<void> {
    let position = 0
    for (let first = 0; first < ranges.length; first += maxPartitions) {
      const some = ranges.slice(first, first + maxPartitions)
      const written = new WrittenRanges(spill, some.length, position)
      await this.#writeRows(some, written, this.#comparing.sources)
      position = written.position
      await this.#compareWritten(some, written)
    }
  }

  async compareKept({ ranges, written, sources }: KeptRows): Promise<void> {
    const { tallies } = this.#comparing
    const others = this.#comparing.sources.filter((source) => !sources.has(source))
    if (others.length > 0) await this.#writeRows(ranges, written, others)
    const all = this.#comparing.sources.reduce(
      (sum, source, index) => sum + (sources.has(source) ? (tallies[index]?.bytes ?? 0) : 0),
      0,
    )
    let reported = 0
    await this.#compareWritten(ranges, written, (index) => {
      const done = Math.round((all * (index + 1)) / ranges.length)
      this.#comparing.onBytes?.(done - reported)
      reported = done
    })
  }

  async #writeRows(
    ranges: readonly KeyRange[],
    written: WrittenRanges,
    from: readonly RowSource[],
  ): Promise<void> {
    const { sources } = this.#comparing
    const partitions = new RowPartitions(ranges, { sources, written, spare: this.#spare })
    await this.#collect(wholeOf(ranges), partitions, from)
    partitions.end()
  }

  async #compareWritten(
    ranges: readonly KeyRange[],
    written: WrittenRanges,
    onRange?: (index: number) => void,
  ): Promise<void> {
    for (const [index, range] of ranges.entries()) {
      await this.#compareRange(range, (_, into) => written.read(index, into))
      onRange?.(index)
    }
  }

  /** Compares the rows of a range, in several parts if they exceed the memory limit. */
  async #compareRange({ from, to }: KeyRange, feed: RowFeed): Promise<void> {
    let start = from
    do {
      this.#arena.clear(start)
      await feed(
        { ...(start !== undefined && { from: start }), ...(to !== undefined && { to }) },
        this.#arena,
      )
      start = this.#arena.rest
      await this.#settle(feed)
    } while (start !== undefined)
    this.#arena.clear()
  }

  async #collect(
    range: KeyRange,
    into: Pick<RowTarget, 'add'>,
    from: readonly RowSource[] = this.#comparing.sources,
  ): Promise<void> {
    const { engine, sources, tallies } = this.#comparing
    for (const [index, source] of sources.entries()) {
      if (!from.includes(source)) continue
      const now = await engine.collect(source, { rows: this.#rows, range }, (batch, record) =>
        into.add(batch, record, index),
      )
      const before = tallies[index]
      if (now.bytes !== before?.bytes || now.contentSum !== before.contentSum) {
        throw fileChanged(source.side)
      }
    }
  }

  async #settle(feed: RowFeed): Promise<void> {
    const arena = this.#arena
    const { sources, rules, onTransaction, onAgreed, onPause, pauseEvery } = this.#comparing
    const agreed = arena.takeAgreed({ areWanted: onAgreed !== undefined })
    for (const [index, { origin }] of sources.entries()) {
      const others = arena.rowsOf(index) - (origin === 'file' ? agreed : 0)
      this.taken[index] = (this.taken[index] ?? 0) + others
    }
    let keys = 0
    let rows = 0
    let pairs = 0
    for (const found of arena.transactions()) {
      if (Array.isArray(found)) {
        for (const transaction of settleTransactions(found, rules)) onTransaction(transaction)
        keys += 1
        rows += found.length
      } else if ('candidates' in found) {
        await this.#settleCrowd(found, feed)
      } else {
        onAgreed?.(found)
        pairs += found.count
      }
      if (keys < pauseEvery && rows < rowsOfPause && pairs < pairsOfPause) continue
      await onPause()
      keys = 0
      rows = 0
      pairs = 0
    }
    await onPause()
  }

  /** Compares a key by its candidate rows, and reports its duplicates one by one. */
  async #settleCrowd(crowd: CrowdedKey, feed: RowFeed): Promise<void> {
    const { rules, onTransaction, onDuplicate, onPause } = this.#comparing
    if (crowd.count <= this.#limits.maxRowsOfKey) {
      const rows: Row[] = []
      await this.#readCrowd(crowd, feed, (row) => {
        rows.push({ ...row, record: row.record.slice(), keptAt: undefined })
        return undefined
      })
      for (const transaction of settleTransactions(rows, rules)) onTransaction(transaction)
      return
    }
    for (const settled of settleCandidates(crowd.candidates, rules)) {
      onTransaction(settled)
      await onPause()
      let reported = 0
      await this.#readCrowd(crowd, feed, (row) => {
        const duplicate = duplicateIn(settled.transaction, row)
        if (duplicate !== undefined) onDuplicate(row, duplicate)
        reported += 1
        return reported % rowsOfPause === 0 ? onPause() : undefined
      })
    }
  }

  async #readCrowd(
    { code, type, rows }: CrowdedKey,
    feed: RowFeed,
    take: (row: Row) => Promise<void> | undefined,
  ): Promise<void> {
    const { sources } = this.#comparing
    if (rows === undefined) {
      await feed({ from: code, to: nextCode(code) }, new KeyRows(sources, { code, type }, take))
      return
    }
    for (const row of rows()) {
      const taking = take(row)
      if (taking !== undefined) await taking
    }
  }
}

/**
 * The second reading: fetches the rows that may differ and compares their transactions. It
 * processes one range of wallet transaction codes after another, so that few rows are in memory.
 * With a spill, the rows of several ranges are partitioned on disk, so that the files are read
 * once.
 *
 * @returns the number of valid rows of each source that were passed on, in the order of the
 *   sources; all other rows agree
 * @throws ReconcileError `ERR_FILE_CHANGED` when a file differs from the first reading
 */
export async function compareFiles(comparing: FileComparison): Promise<number[]> {
  const { engine, tallies, suspects, openSpill, kept } = comparing
  if (suspects === 0) return comparing.sources.map(() => 0)
  const comparison = new RangedComparison(comparing)
  if (kept !== undefined) {
    await comparison.compareKept(kept)
    return comparison.taken
  }
  const bytes = expectedBytes(tallies, suspects)
  const ranges = engine.ranges(rangesFor(bytes, { hasSpill: openSpill !== undefined }))
  const spill = ranges.length > 1 ? await openSpill?.() : undefined
  if (spill === undefined) {
    await comparison.compareByReading(ranges)
    return comparison.taken
  }
  try {
    await comparison.compareBySpilling(ranges, spill)
  } finally {
    await spill.close()
  }
  return comparison.taken
}
