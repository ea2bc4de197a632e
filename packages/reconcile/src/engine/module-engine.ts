import { type Records, recordProblem } from '../csv/record-batch.ts'
import { maxRecordBytes } from '../csv/scan-record.ts'
import { layoutOf } from '../layouts.ts'
import {
  drawHashKey,
  setChecksums,
  setHashKey,
  setLayout,
  setRange,
} from '../module/configure-module.ts'
import { keepInstance, takeInstance } from '../module/kept-instance.ts'
import type { ModuleInstance } from '../module/module-instance.ts'
import { moduleTotals } from '../module/module-totals.ts'
import { contentSum, readText } from '../module/read-text.ts'
import type { RowException } from '../rows/row-exception.ts'
import {
  type Engine,
  type EngineSettings,
  type FileTally,
  type RowSource,
  type Selection,
  type Suspicion,
  newTally,
} from './engine.ts'
import type { Findings } from './findings.ts'
import { KeySet, filterBytesFor, maxSuspects } from './key-sets.ts'
import type { Fingerprint } from './keyed-hash.ts'
import { type Reading, rejectRows, settleHeader } from './reject-module-rows.ts'
import { walletCodeOf } from './reject-row.ts'
import { DifferenceEstimate, type KeyRange, KeySample } from './samples.ts'
import { Sketch, sketchSizes } from './sketch.ts'

const fewestSlots = 1024
const slotBytes = 8

/**
 * The engine whose rows stay bytes in the memory of one WebAssembly module: script sees batches, counters,
 * and the rows that differ. It finds what the engine in script finds.
 */
export class ModuleEngine implements Engine {
  readonly name = 'module'
  readonly #settings: EngineSettings
  readonly #module: WebAssembly.Module
  readonly #instance: ModuleInstance
  readonly #codes = new KeySample()
  readonly #scratch = new Uint8Array(maxRecordBytes)
  #sample = new DifferenceEstimate()
  #suspects = new KeySet(maxSuspects)
  #sketchSize = 0
  #filterBytes = filterBytesFor(0)
  /** Good rows of each side, as far as this engine has checked them. */
  readonly #rowsOf = new Map<RowSource['side'], number>()
  /** Bytes of the table of suspects. */
  #tableBytes = 0
  /** The side whose keys the filter holds. */
  #filtered: RowSource['side'] | undefined

  /** The random numbers of the run: engines whose findings are added up need the same. */
  readonly hashKey: Uint8Array<ArrayBuffer>

  /**
   * @param module compiled from the bytes of this package
   * @param hashKey that of another engine, whose findings are to be added to those of this one
   */
  constructor(
    settings: EngineSettings,
    module: WebAssembly.Module,
    hashKey: Uint8Array<ArrayBuffer> = drawHashKey(),
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
  }

  get #cellsSize(): number {
    return sketchSizes[this.#sketchSize] ?? 0
  }

  async check(source: RowSource, isRepeat = false): Promise<FileTally> {
    const { call } = this.#instance
    const { onExceptions, onBytes, createDigest, signal } = this.#settings
    if (this.#filtered !== source.side) call.clearFilter()
    this.#filtered = source.side
    setLayout(this.#instance, layoutOf(source.side), this.#settings.compare)
    call.clearTotals()
    const tally = newTally(source)
    const reading: Reading = { source, tally, isRepeat, isFirst: true }
    const digest = isRepeat ? undefined : createDigest()
    let toldRows = 0
    const onPiece = (bytes: Uint8Array) => {
      digest?.update(bytes)
      tally.bytes += bytes.length
      onBytes(bytes.length, isRepeat ? 0 : tally.rows - toldRows)
      toldRows = tally.rows
    }
    for await (const count of readText(this.#instance, await source.open(), {
      onBytes: onPiece,
      signal,
    })) {
      const found = this.#checkBatch(count, reading)
      if (found.length > 0 && !isRepeat) await onExceptions(found, tally)
    }
    onBytes(0, isRepeat ? 0 : tally.rows - toldRows)
    this.#rowsOf.set(source.side, (this.#rowsOf.get(source.side) ?? 0) + tally.goodRows)
    tally.totals = moduleTotals(this.#instance)
    tally.contentSum = contentSum(this.#instance)
    tally.sha256 = (await digest?.digest()) ?? ''
    return tally
  }

  /** @returns the rows of the batch that take no part */
  #checkBatch(count: number, reading: Reading): RowException[] {
    const { call, views } = this.#instance
    const { source, tally } = reading
    const { batch } = views
    const exceptions: RowException[] = []
    batch.count = count
    call.verifyChecksums()
    if (reading.isFirst)
      settleHeader(this.#instance, { ...reading, exceptions, header: this.#settings.header })
    reading.isFirst = false
    const good = call.checkRows()
    tally.rows += count
    tally.goodRows += good
    if (good < count) rejectRows(this.#instance, { ...reading, exceptions })
    const repeated = call.sketchRows(
      source.side === 'partner' ? 1 : -1,
      source.origin === 'carried' ? 1 : 0,
    )
    for (const record of views.repeated.subarray(0, repeated)) {
      const at = record * 4
      this.#suspects.add(views.fingerprints[at] ?? 0, views.fingerprints[at + 1] ?? 0)
    }
    this.#addSamples(source)
    return exceptions
  }

  #addSamples({ side }: RowSource): void {
    const { call, views } = this.#instance
    const { batch, sampled, fingerprints } = views
    const count = call.sampleRows(this.#sample.bound - 1, this.#codes.bound - 1)
    const sign = side === 'partner' ? 1 : -1
    for (const record of sampled.subarray(0, count)) {
      const [keyFirst = 0, keySecond = 0, contentFirst = 0, contentSecond = 0] =
        fingerprints.subarray(record * 4, record * 4 + 4)
      const found: Fingerprint = { keyFirst, keySecond, contentFirst, contentSecond }
      this.#sample.add(found, sign)
      if (!this.#codes.wants(keySecond)) continue
      this.#codes.add(
        keySecond,
        walletCodeOf(batch, record, { layout: layoutOf(side), scratch: this.#scratch }),
      )
    }
  }

  suspect(): Suspicion {
    const differentShare = this.#sample.share()
    const cells = this.#instance.sketchCells(this.#cellsSize)
    const isComplete = new Sketch(this.#cellsSize, cells).decode((first, second) => {
      this.#suspects.add(first, second)
    })
    const isHeld = isComplete && !this.#suspects.isOver
    this.#tableBytes = 0
    if (!isHeld) return { keys: undefined, differentShare }
    this.#fillTable()
    return { keys: this.#suspects.size, differentShare }
  }

  #fillTable(): void {
    const { call } = this.#instance
    const slots = 2 ** Math.ceil(Math.log2(this.#suspects.size * 2 + fewestSlots))
    call.clearSuspects(slots)
    this.#tableBytes = slots * slotBytes
    this.#suspects.forEach((first, second) => call.addSuspect(first, second))
  }

  /** What the sources have shown that this engine has checked since it was made, or since it was widened. */
  findings(): Findings {
    return {
      cells: this.#instance.sketchCells(this.#cellsSize).slice(),
      keys: this.#suspects.keys(),
      isOver: this.#suspects.isOver,
      mostRows: this.#mostRows(),
      rows: this.#sample.sampled(),
      codes: this.#codes.sampled(),
    }
  }

  /** Adds what another engine of the same size has found in other sources of the run. */
  absorb({ cells, keys, isOver, mostRows, rows, codes }: Findings): void {
    const own = this.#instance.sketchCells(this.#cellsSize)
    for (const [index, cell] of cells.entries()) own[index] = (own[index] ?? 0) + cell
    this.#suspects.addAll(keys)
    if (isOver) this.#suspects.giveUp()
    this.#rowsOf.set('service', Math.max(mostRows, this.#rowsOf.get('service') ?? 0))
    this.#sample.merge(rows)
    this.#codes.merge(codes)
  }

  /** The keys that may differ, two numbers each; after {@link suspect}. */
  suspectedKeys(): Int32Array<ArrayBuffer> {
    return this.#suspects.keys()
  }

  /** Takes the keys that may differ from the engine that has all findings. */
  takeSuspects(keys: Int32Array): void {
    this.#suspects = new KeySet(maxSuspects)
    this.#suspects.addAll(keys)
    this.#fillTable()
  }

  widen(): boolean {
    const hasLargerSketch = sketchSizes[this.#sketchSize + 1] !== undefined
    const hasLargerFilter = filterBytesFor(this.#mostRows()) > this.#filterBytes
    if (!hasLargerFilter && (!hasLargerSketch || this.#suspects.isOver)) return false
    this.grow()
    return true
  }

  /**
   * Takes the next larger sketch, if there is one, and a filter for so many rows a side; all sources must be checked
   * again. Engines whose findings are added up grow together.
   */
  grow(rows: number = this.#mostRows()): void {
    this.#sketchSize = Math.min(this.#sketchSize + 1, sketchSizes.length - 1)
    this.#filterBytes = Math.max(this.#filterBytes, filterBytesFor(rows))
    this.#instance.takeSketch(this.#cellsSize)
    if (this.#filterBytes > filterBytesFor(0)) {
      this.#instance.takeFilter(this.#filterBytes, this.#cellsSize)
    }
    this.#sample = new DifferenceEstimate()
    this.#suspects = new KeySet(maxSuspects)
    this.#filtered = undefined
    this.#rowsOf.clear()
  }

  #mostRows(): number {
    return Math.max(0, ...this.#rowsOf.values())
  }

  spare(): Uint8Array<ArrayBuffer> {
    return this.#instance.filterFrom(this.#tableBytes)
  }

  ranges(count: number): KeyRange[] {
    return this.#codes.ranges(count)
  }

  async collect(
    source: RowSource,
    { rows, range }: Selection,
    take: (batch: Records, record: number) => void,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
    const { call, views } = this.#instance
    const { onBytes, signal } = this.#settings
    let bytes = 0
    setLayout(this.#instance, layoutOf(source.side), this.#settings.compare)
    setRange(this.#instance, range)
    const onPiece = (piece: Uint8Array) => {
      bytes += piece.length
      onBytes(piece.length, 0)
    }
    for await (const _count of readText(this.#instance, await source.open(), {
      onBytes: onPiece,
      signal,
    })) {
      const count = call.selectRows(rows === 'all' ? 1 : 0)
      if (count === 0) continue
      views.batch.count = count
      call.verifyChecksums()
      call.checkRows()
      for (let record = 0; record < count; record += 1) {
        if (views.batch.problems[record] === recordProblem.none) take(views.batch, record)
      }
    }
    return { bytes, contentSum: contentSum(this.#instance) }
  }

  release(): void {
    keepInstance(this.#module, this.#instance)
  }
}
