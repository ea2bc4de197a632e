import { checkArguments } from '../check-arguments.ts'
import { TotalsTable } from '../rows/control-totals.ts'
import type {
  ByteRange,
  RangedFile,
  RangeFindings,
  RangeReaders,
  RowCounts,
} from './ranges/byte-range.ts'
import {
  type Engine,
  type EngineSettings,
  type FileTally,
  type RowSource,
  type RowTaker,
  type Selection,
  type Suspicion,
  newTally,
} from './engine.ts'
import { fileChanged } from './file-changed.ts'
import type { ModuleEngine } from './module-engine/module-engine.ts'
import { inOrder, retryOnce } from './ranges/in-order.ts'
import { takePacked } from './ranges/pack-rows.ts'
import type { KeyRange } from './samples.ts'

/**
 * Size of a range: small enough that its rows do not wait long, large enough to be worth a message.
 */
const defaultRangeBytes = 4 * 1024 * 1024

/** A range with known borders, and the number of lines of the file before it. */
interface KnownRange {
  readonly range: ByteRange
  readonly linesBefore: number
}

/** Divides a file into ranges; all borders except the first are guesses. */
function divide(sizeBytes: number, rangeBytes: number): ByteRange[] {
  const count = Math.max(1, Math.ceil(sizeBytes / rangeBytes))
  return Array.from({ length: count }, (_, index) => ({
    start: index * rangeBytes,
    end: index === count - 1 ? Infinity : (index + 1) * rangeBytes,
  }))
}

/** The settings of {@link RangedEngine}. */
export interface RangedSettings {
  readonly files: readonly RangedFile[]
  readonly readers: RangeReaders
  /** Bytes of a range, 4 MB when left out. */
  readonly rangeBytes?: number
}

/**
 * The WebAssembly engine for files that are divided into ranges, which other readers check. This
 * engine verifies that neighbouring ranges meet, merges their findings, and computes the digests,
 * all in file order. A range that started at a wrong place, or that failed, is read again alone.
 */
export class RangedEngine implements Engine {
  readonly name = 'module in ranges'
  readonly #settings: EngineSettings
  readonly #own: ModuleEngine
  readonly #readers: RangeReaders
  readonly #files: readonly RangedFile[]
  readonly #rangeBytes: number
  readonly #known = new Map<RowSource['side'], readonly KnownRange[]>()

  /** @param own a new engine that has not checked anything */
  constructor(settings: EngineSettings, own: ModuleEngine, ranges: RangedSettings) {
    checkArguments('RangedEngine', { settings, own, ranges })
    const { files, readers, rangeBytes = defaultRangeBytes } = ranges
    this.#settings = settings
    this.#own = own
    this.#files = files
    this.#readers = readers
    this.#rangeBytes = rangeBytes
  }

  #fileOf({ side }: Pick<RowSource, 'side'>): RangedFile {
    const file = this.#files.find((one) => one.side === side)
    if (file === undefined) throw new TypeError(`No file of the ${side} is given in ranges.`)
    return file
  }

  async check(source: RowSource, { isRepeat } = { isRepeat: false }): Promise<FileTally> {
    if (source.origin === 'carried') return await this.#own.check(source, { isRepeat })
    const { side } = source
    const file = this.#fileOf(source)
    const checking = new FileCheck({ file, own: this.#own, settings: this.#settings, isRepeat })
    await inOrder(divide(file.sizeBytes, this.#rangeBytes), this.#readers.ahead, {
      start: (range) => {
        const order = { side, range, isGuess: range.start > 0 }
        return retryOnce(() => this.#readers.check(order))
      },
      take: async (found, { end }) => {
        const start = checking.place
        // The range before has extended beyond the end of this one.
        if (start >= end) return
        const isRight = found.range.start === start
        const range = { start, end }
        const right = isRight
          ? found
          : await retryOnce(() => this.#readers.check({ side, range, isGuess: false }))
        await checking.take(right)
      },
    })
    if (!isRepeat) {
      for (const codes of await this.#readers.takeCodes()) this.#own.addCodes(codes)
      this.#known.set(side, checking.known)
    }
    return await checking.end()
  }

  suspect(): Suspicion {
    const suspicion = this.#own.suspect()
    if (suspicion.keys !== undefined) this.#readers.takeSuspects(this.#own.suspectedKeys())
    return suspicion
  }

  widen(): boolean {
    return this.#own.widen()
  }

  rowTools() {
    return this.#own.rowTools()
  }

  spare(): Uint8Array<ArrayBuffer> {
    return this.#own.spare()
  }

  ranges(count: number): KeyRange[] {
    return this.#own.ranges(count)
  }

  async collect(
    source: RowSource,
    selection: Selection,
    take: RowTaker,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
    if (source.origin === 'carried') return await this.#own.collect(source, selection, take)
    const { side } = source
    const known = this.#known.get(side) ?? []
    const sums: string[] = []
    let bytes = 0
    await inOrder(known, this.#readers.ahead, {
      start: (item) => {
        const { start, end } = item.range
        // The last range extends to the current end of the file.
        const range = { start, end: item === known.at(-1) ? Infinity : end }
        return retryOnce(() => this.#readers.collect({ side, range, selection }))
      },
      take: async (found, { linesBefore }) => {
        for (const packed of found.rows) await takePacked(packed, take, linesBefore)
        bytes += found.bytes
        sums.push(found.contentSum)
        this.#settings.onBytes(found.bytes, 0)
      },
    })
    return { bytes, contentSum: sums.join(' ') }
  }

  async release(): Promise<void> {
    await this.#readers.end()
    await this.#own.release()
  }
}

/** The first reading of a file, range by range in its order. */
class FileCheck {
  readonly known: KnownRange[] = []
  /** Where the next range must start. */
  place = 0
  readonly #file: RangedFile
  readonly #own: ModuleEngine
  readonly #settings: EngineSettings
  readonly #isRepeat: boolean
  readonly #tally: FileTally
  readonly #totals = new TotalsTable()
  readonly #digest: ReturnType<EngineSettings['createDigest']> | undefined
  readonly #sums: string[] = []
  #lines = 0

  constructor({
    file,
    own,
    settings,
    isRepeat,
  }: {
    file: RangedFile
    own: ModuleEngine
    settings: EngineSettings
    isRepeat: boolean
  }) {
    this.#file = file
    this.#own = own
    this.#settings = settings
    this.#isRepeat = isRepeat
    const { side } = file
    this.#tally = newTally({ side, origin: 'file', open: () => file.openAt(0, Infinity) })
    this.#digest = isRepeat ? undefined : settings.createDigest()
  }

  async take({
    range,
    lines,
    counts,
    totals,
    contentSum,
    fingerprints,
    exceptions,
  }: RangeFindings): Promise<void> {
    const tally = this.#tally
    const before = { ...tally }
    if (!this.#isRepeat) {
      await this.#addToDigest(range, contentSum)
      for (const { found, counts: soFar } of exceptions) {
        this.#count(before, soFar)
        const moved = found.map((one) => ({ ...one, line: one.line + this.#lines }))
        await this.#settings.onExceptions(moved, tally)
      }
    }
    this.#own.addRows(tally.side, fingerprints)
    this.#count(before, counts)
    for (const total of totals) this.#totals.add(total)
    tally.bytes = range.end
    this.#sums.push(contentSum)
    this.known.push({ range, linesBefore: this.#lines })
    this.#lines += lines
    this.place = range.end
    this.#settings.onBytes(range.end - range.start, this.#isRepeat ? 0 : counts.rows)
  }

  async end(): Promise<FileTally> {
    const tally = this.#tally
    const totals = this.#totals.totals()
    tally.totals = { totals: () => totals }
    tally.contentSum = this.#sums.join(' ')
    tally.sha256 = (await this.#digest?.digest()) ?? ''
    return tally
  }

  #count(before: RowCounts, counts: RowCounts): void {
    const tally = this.#tally
    tally.rows = before.rows + counts.rows
    tally.goodRows = before.goodRows + counts.goodRows
    tally.badChecksumRows = before.badChecksumRows + counts.badChecksumRows
    tally.malformedRows = before.malformedRows + counts.malformedRows
    tally.isHeaderSkipped = before.isHeaderSkipped || counts.isHeaderSkipped
    tally.isHeaderRefused = before.isHeaderRefused || counts.isHeaderRefused
  }

  async #addToDigest(range: ByteRange, contentSum: string): Promise<void> {
    const { start, end } = range
    const source = this.#file.openAt(start, end - start)
    const sum = await this.#own.sumRange(source, end - start, (bytes) =>
      this.#digest?.update(bytes),
    )
    if (sum !== contentSum) throw fileChanged(this.#file.side)
  }
}
