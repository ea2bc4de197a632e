import { byteSourceOf } from '../../csv/byte-source.ts'
import type { Engine, RowSource } from '../../engine/engine.ts'
import { type KeyRange, rangesBetween } from '../../engine/samples.ts'
import { layoutOf } from '../../layouts.ts'
import { maxKeptRanges } from '../../module/memory-map.ts'
import type { RowSpill } from '../../row-spill.ts'
import { arenaBytes, nearBytes } from './ranges-for.ts'
import { sampleLines } from './sample-lines.ts'
import { WrittenRanges } from './written-ranges.ts'

/** Minimum sampled codes per range; with fewer, range sizes would differ too much. */
const minCodesOfRange = 4

/** The rows that the first reading spilled, partitioned by ranges of codes. */
export interface KeptRows {
  readonly ranges: readonly KeyRange[]
  readonly written: WrittenRanges
  /** The sources of the rows. */
  readonly sources: ReadonlySet<RowSource>
}

/** The properties of a file that are known before it is read. */
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

/**
 * Spills the rows of the day in the first reading when all of them must be compared, so that no
 * second reading is needed.
 */
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
   * Makes an engine keep the rows.
   *
   * @returns `undefined` when the engine cannot, when a file has no random access, or when it has
   *   too many rows for one reading
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
    const count = Math.min(maxKeptRanges, Math.max(1, Math.ceil(bytes / nearBytes)))
    const areKnown = count === 1 || codes.length >= count * minCodesOfRange
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

  /**
   * The rows, once all files were read; `undefined` when a file has changed, because its content
   * during the reading is unknown.
   */
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

  /** Closes the spill, if it is still open. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#spill.close()
  }
}
