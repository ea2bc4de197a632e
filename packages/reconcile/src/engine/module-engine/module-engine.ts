import { type ByteSource, byteSourceOf } from '../../csv/byte-source.ts'
import { layoutOf } from '../../layouts.ts'
import { drawHashKey, setChecksums, setHashKey, setLayout } from '../../module/configure-module.ts'
import { keepInstance, takeInstance } from '../../module/kept-instance.ts'
import type { CompiledModule, ModuleInstance } from '../../module/module-instance.ts'
import { moduleTotals } from '../../module/module-totals.ts'
import { sumBytes } from '../../module/read-range.ts'
import { type TextReading, contentSum, readText } from '../../module/read-text.ts'
import type { CheckOrder, RangedFile, RangeFindings } from '../ranges/byte-range.ts'
import { type Reading, checkBatch } from '../ranges/check-batch.ts'
import { checkRange } from '../ranges/check-range.ts'
import { collectRows } from './collect-rows.ts'
import {
  type Engine,
  type EngineSettings,
  type FileTally,
  type RowKeeping,
  type RowSource,
  type RowTaker,
  type RowTools,
  type Selection,
  type Suspicion,
  newTally,
} from '../engine.ts'
import type { Findings } from '../findings.ts'
import { KeySet, maxSuspects } from '../sketch/key-sets.ts'
import { decodeSketch, fillSuspects, sketchRows, takeFingerprints } from './module-sketch.ts'
import { RowKeeper } from './row-keeper.ts'
import { RowPlaces } from './row-places.ts'
import { rowTools } from './row-tools.ts'
import { sampleCodes, sampleRows } from './sample-rows.ts'
import { DifferenceEstimate, type KeyRange, KeySample, type SampledCodes } from '../samples.ts'
import { SideFilter } from './side-filter.ts'
import { SideRows } from './side-rows.ts'
import { sketchSizes } from '../sketch/sketch.ts'

/** Options of a {@link ModuleEngine}. */
export interface ModuleEngineOptions {
  /** The random hash key of the run; generated when left out. */
  readonly hashKey?: Uint8Array<ArrayBuffer> | undefined
  /** Minimum rows of a file per suspect key for fetching its rows by their places; 16. */
  readonly rowsPassedOver?: number
}

type OpenedReading = Pick<Reading, 'source' | 'isRepeat'> & { readonly opened: ByteSource }

/**
 * The engine whose rows stay bytes in the memory of one WebAssembly module: TypeScript sees
 * batches, counters, and the rows that differ. Its results are identical to those of {@link
 * ScriptEngine}.
 */
export class ModuleEngine implements Engine {
  readonly name = 'module'
  readonly #settings: EngineSettings
  readonly #module: CompiledModule
  readonly #instance: ModuleInstance
  #codes = new KeySample()
  #sample = new DifferenceEstimate()
  #suspects = new KeySet(maxSuspects)
  #sketchSize = 0
  /** Number of valid rows of each side that this engine has checked. */
  readonly #rows = new SideRows()
  /** Bytes of the table of suspects. */
  #tableBytes = 0
  readonly #filter: SideFilter
  readonly #places: RowPlaces
  readonly #rowsPassedOver: number
  #keeper: RowKeeper | undefined

  /** The random hash key of the run; engines whose findings are merged need the same one. */
  readonly hashKey: Uint8Array<ArrayBuffer>

  /**
   * @param module compiled from the bytes of this package
   * @param options the hash key of another engine with which findings will be merged, and the
   *   threshold for fetching rows by their places
   */
  constructor(
    settings: EngineSettings,
    module: CompiledModule,
    { hashKey = drawHashKey(), rowsPassedOver = 16 }: ModuleEngineOptions = {},
  ) {
    this.#settings = settings
    this.#module = module
    this.#instance = takeInstance(module)
    const { key, previousKey, profile } = settings
    const keys = previousKey === undefined ? [key] : [key, previousKey]
    this.hashKey = hashKey
    setHashKey(this.#instance, hashKey)
    setChecksums(this.#instance, { profile, keys })
    this.#instance.takeSketch(this.#cellsSize)
    this.#filter = new SideFilter(this.#instance)
    this.#rowsPassedOver = rowsPassedOver
    this.#places = new RowPlaces(this.#instance, settings.openSpill)
  }

  get #cellsSize(): number {
    return sketchSizes[this.#sketchSize] ?? 0
  }

  async check(source: RowSource, { isRepeat } = { isRepeat: false }): Promise<FileTally> {
    const opened = byteSourceOf(await source.open())
    try {
      return await this.#checkOpened({ source, opened, isRepeat })
    } finally {
      await opened.close()
    }
  }

  async #checkOpened({ source, opened, isRepeat }: OpenedReading): Promise<FileTally> {
    const { call } = this.#instance
    const { onExceptions, onBytes, createDigest, signal, header } = this.#settings
    const keeper = this.#keeper
    const isNewSide =
      keeper === undefined ? this.#filter.begin(source.side) : source.origin === 'file'
    setLayout(this.#instance, layoutOf(source.side), this.#settings.compare)
    call.clearTotals()
    const tally = newTally(source)
    const reading: Reading = { source, tally, isRepeat, isFirst: true }
    const access = isRepeat ? undefined : opened.access
    await this.#places.begin(source, access)
    keeper?.begin(source)
    const isDigested = this.#isDigested(source)
    const digest = isRepeat && !isDigested ? undefined : createDigest()
    let reportedRows = 0
    const onPiece = (bytes: Uint8Array) => {
      digest?.update(bytes)
      tally.bytes += bytes.length
      onBytes(bytes.length, isRepeat ? 0 : tally.rows - reportedRows)
      reportedRows = tally.rows
    }
    for await (const count of readText(this.#instance, opened, {
      onBytes: onPiece,
      isSummed: !isDigested,
      signal,
    })) {
      const isFirst = tally.rows === 0
      const { good, exceptions } = checkBatch(this.#instance, reading, { count, header })
      if (access !== undefined && isNewSide && isFirst) {
        this.#expect((access.sizeBytes * tally.rows) / tally.bytes)
      }
      this.#places.addBatch()
      if (source.origin === 'file') sampleCodes(this.#instance, this.#codes, source.side)
      if (keeper === undefined) this.#sketch(source)
      else keeper.addBatch(source, good)
      if (exceptions.length > 0 && !isRepeat) await onExceptions(exceptions, tally)
    }
    onBytes(0, isRepeat ? 0 : tally.rows - reportedRows)
    this.#rows.add(source.side, tally.goodRows)
    tally.totals = moduleTotals(this.#instance)
    tally.sha256 = (await digest?.digest()) ?? ''
    tally.contentSum = isDigested ? tally.sha256 : contentSum(this.#instance)
    this.#places.end(tally)
    keeper?.end()
    return tally
  }

  /**
   * Such a source is hashed with SHA-256 in every reading: the first reading needs it for the
   * manifest anyway, and a second complete reading is rare.
   */
  #isDigested(source: RowSource): boolean {
    return this.#places.isDigested(source) || this.#keeper?.keeps(source) === true
  }

  keepRows(keeping: RowKeeping): void {
    this.#keeper = new RowKeeper(this.#instance, keeping)
  }

  /** Prepares for a side with an expected number of rows, before any row is added. */
  #expect(rows: number): void {
    this.#filter.fit(rows)
    this.#sample.expect(rows)
    this.#keeper?.expect(rows)
    this.#codes.expect(rows)
  }

  /** Adds the valid rows of a batch, whose fingerprints are in the module's memory. */
  #sketch({ side, origin }: Pick<RowSource, 'side' | 'origin'>): void {
    const sign = side === 'partner' ? 1 : -1
    sketchRows(this.#instance, this.#suspects, { sign, isCarried: origin === 'carried' })
    sampleRows(this.#instance, this.#sample, sign)
  }

  /**
   * First reading of a range of a file, without filter and sketch. The engine that owns filter and
   * sketch adds the rows later.
   */
  async checkRange(file: RangedFile, order: CheckOrder): Promise<RangeFindings> {
    const settings = this.#settings
    setLayout(this.#instance, layoutOf(order.side), settings.compare)
    const onBatch = () => sampleCodes(this.#instance, this.#codes, order.side)
    return await checkRange(this.#instance, order, { file, settings, onBatch })
  }

  /** The wallet transaction codes that were sampled since the last call. */
  takeCodes(): SampledCodes {
    const sampled = this.#codes.sampled()
    this.#codes = new KeySample()
    return sampled
  }

  /** Adds codes that other readers have sampled. */
  addCodes(codes: SampledCodes): void {
    this.#codes.merge(codes)
  }

  /** Adds rows of a file that were checked in a range: their fingerprints, four numbers each. */
  addRows(side: RowSource['side'], fingerprints: Int32Array): void {
    this.#filter.begin(side)
    for (const _batch of takeFingerprints(this.#instance, fingerprints)) {
      this.#sketch({ side, origin: 'file' })
    }
    this.#rows.add(side, fingerprints.length / 4)
  }

  /** Reads the raw bytes of a range for a digest. @returns the hash of its bytes */
  async sumRange(source: ByteSource, bytes: number, onBytes: TextReading['onBytes']) {
    return await sumBytes(this.#instance, source, { bytes, onBytes })
  }

  suspect(): Suspicion {
    if (this.#keeper !== undefined) return this.#keeper.suspicion()
    const differentShare = this.#sample.share()
    const isComplete = decodeSketch(this.#instance, this.#suspects)
    const isHeld = isComplete && !this.#suspects.isOver
    this.#tableBytes = 0
    if (!isHeld) return { keys: undefined, differentShare }
    this.#tableBytes = fillSuspects(this.#instance, this.#suspects)
    return { keys: this.#suspects.size, differentShare }
  }

  /**
   * The findings about all sources that this engine has checked since it was created or widened.
   */
  findings(): Findings {
    return {
      cells: this.#instance.sketchCells(this.#cellsSize).slice(),
      keys: this.#suspects.keys(),
      isOver: this.#suspects.isOver,
      mostRows: this.#rows.most(),
      rows: this.#sample.sampled(),
      codes: this.#codes.sampled(),
    }
  }

  /** Merges the findings of another engine of the same size about other sources of the run. */
  absorb({ cells, keys, isOver, mostRows, rows, codes }: Findings): void {
    this.#instance.addToSketch(this.#cellsSize, cells)
    this.#suspects.addAll(keys)
    if (isOver) this.#suspects.giveUp()
    this.#rows.atLeast('service', mostRows)
    this.#sample.merge(rows)
    this.#codes.merge(codes)
  }

  /** The keys that may differ, two numbers each; after {@link suspect}. */
  suspectedKeys(): Int32Array<ArrayBuffer> {
    return this.#suspects.keys()
  }

  /** Sets the suspect keys, which come from the engine with all findings. */
  takeSuspects(keys: Int32Array): void {
    this.#suspects = new KeySet(maxSuspects)
    this.#suspects.addAll(keys)
    this.#tableBytes = fillSuspects(this.#instance, this.#suspects)
  }

  widen(): boolean {
    const hasLargerSketch = sketchSizes[this.#sketchSize + 1] !== undefined
    const hasLargerFilter = this.#filter.isSmallFor(this.#rows.most())
    if (!hasLargerFilter && (!hasLargerSketch || this.#suspects.isOver)) return false
    this.grow()
    return true
  }

  /**
   * Switches to the next larger sketch, if there is one, and to a filter for this many rows a side;
   * all sources must then be checked again. Engines whose findings are merged must grow together.
   */
  grow(rows: number = this.#rows.most()): void {
    this.#sketchSize = Math.min(this.#sketchSize + 1, sketchSizes.length - 1)
    this.#instance.takeSketch(this.#cellsSize)
    this.#filter.grow(rows, this.#cellsSize)
    this.#sample = new DifferenceEstimate()
    this.#suspects = new KeySet(maxSuspects)
    this.#rows.clear()
  }

  spare(): Uint8Array<ArrayBuffer> {
    return this.#instance.filterFrom(this.#tableBytes)
  }

  rowTools(): RowTools {
    return rowTools(this.#instance, this.#settings.profile)
  }

  ranges(count: number): KeyRange[] {
    return this.#codes.ranges(count)
  }

  async collect(
    source: RowSource,
    selection: Selection,
    take: RowTaker,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
    const minPlaced = this.#suspects.size * this.#rowsPassedOver
    const [settings, places] = [this.#settings, this.#places]
    const isDigested = this.#isDigested(source)
    const collection = { source, selection, settings, places, isDigested, minPlaced }
    return await collectRows(this.#instance, collection, take)
  }

  async release(): Promise<void> {
    keepInstance(this.#module, this.#instance)
    await this.#places.close()
  }
}
