import { byteSourceOf } from '../csv/byte-source.ts'
import type { Engine, RowSource } from '../engine/engine.ts'
import { type KeyRange, rangesBetween } from '../engine/samples.ts'
import { layoutOf } from '../layouts.ts'
import { mostKeptRanges } from '../module/memory-map.ts'
import type { RowSpill } from '../row-spill.ts'
import { arenaBytes, nearBytes } from './ranges-for.ts'
import { sampleLines } from './sample-lines.ts'
import { WrittenRanges } from './written-ranges.ts'

/** So many codes must be known for each range, or ranges are of too different size. */
const leastCodesOfRange = 4

/** The rows of files that were kept, by ranges of codes, when they were read for the first time. */
export interface KeptRows {
  readonly ranges: readonly KeyRange[]
  readonly written: WrittenRanges
  /** The sources whose rows they are. */
  readonly sources: ReadonlySet<RowSource>
}

/** What is known of a file before it is read. */
interface KnownFile {
  readonly source: RowSource
  readonly version: string
  readonly sizeBytes: number
  readonly codes: readonly Uint8Array[]
}

async function lookAt(source: RowSource): Promise<KnownFile | undefined> {
  const opened = byteSourceOf(await source.open())
  try {
    const { access } = opened
    if (access === undefined) return undefined
    const version = access.version()
    const codes = sampleLines(access, layoutOf(source.side))
    return { source, version, sizeBytes: access.sizeBytes, codes }
  } finally {
    await opened.close()
  }
}

/** Keeps the rows of the day in the first reading, where all of them are to be compared: no second one is needed then. */
export class RowsToKeep {
  readonly #files: readonly KnownFile[]
  readonly #spill: RowSpill
  readonly #kept: KeptRows
  #isClosed = false

  private constructor(
    files: readonly KnownFile[],
    { ranges, spill }: { ranges: readonly KeyRange[]; spill: RowSpill },
  ) {
    this.#files = files
    this.#spill = spill
    const written = new WrittenRanges(spill, ranges.length)
    this.#kept = { ranges, written, sources: new Set(files.map(({ source }) => source)) }
  }

  /**
   * Tells an engine to keep them.
   *
   * @returns `undefined` where it cannot, where a file can only be read from start to end, or has more rows than are kept
   *   in one reading
   */
  static async begin(
    engine: Engine,
    sources: readonly RowSource[],
    openSpill: () => RowSpill | Promise<RowSpill>,
  ): Promise<RowsToKeep | undefined> {
    if (engine.keepRows === undefined) return undefined
    const files: KnownFile[] = []
    for (const source of sources.filter(({ origin }) => origin === 'file')) {
      const file = await lookAt(source)
      if (file === undefined) return undefined
      files.push(file)
    }
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const codes = files.flatMap((file) => file.codes)
    const count = Math.min(mostKeptRanges, Math.max(1, Math.ceil(bytes / nearBytes)))
    const areKnown = count === 1 || codes.length >= count * leastCodesOfRange
    if (bytes > count * arenaBytes || !areKnown) return undefined
    const ranges = rangesBetween(codes, count)
    const rows = new RowsToKeep(files, { ranges, spill: await openSpill() })
    engine.keepRows({
      ranges,
      indexOf: (source) => (rows.#kept.sources.has(source) ? sources.indexOf(source) : undefined),
      write: (range, some) => rows.#kept.written.write(range, some),
    })
    return rows
  }

  /** The rows, once all files were read; `undefined` where one is not as it was before: nobody knows what it was meanwhile. */
  async rows(): Promise<KeptRows | undefined> {
    for (const { source, version } of this.#files) {
      const opened = byteSourceOf(await source.open())
      try {
        if (opened.access?.version() === version) continue
        await this.close()
        return undefined
      } finally {
        await opened.close()
      }
    }
    return this.#kept
  }

  /** Gives up the place where they are, if that is not done yet. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#spill.close()
  }
}
