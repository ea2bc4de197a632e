import { readBatches } from '../../csv/read-batches.ts'
import { type RecordBatch, columnEnd, columnStart, recordProblem } from '../../csv/record-batch.ts'
import { maxRecordBytes } from '../../csv/record-limit.ts'
import { TotalsCounter } from '../../rows/control-totals.ts'
import type { RowException } from '../../rows/row-exception.ts'
import { type ScriptLoops, createScriptLoops } from './script-loops.ts'
import { inputColumns, layoutOf } from '../../layouts.ts'
import { DifferenceEstimate, type KeyRange, KeySample } from '../samples.ts'
import {
  type Engine,
  type EngineSettings,
  type FileTally,
  type RowSource,
  type RowTaker,
  type Selection,
  type Suspicion,
  newTally,
} from '../engine.ts'
import { ContentSum } from './content-sum.ts'
import { RowValidator } from './row-validator.ts'
import { walletCodeOf } from '../reject-row.ts'
import { FingerprintRows } from './fingerprint-rows.ts'
import { BloomFilter, KeySet, filterBytesFor, maxSuspects } from '../sketch/key-sets.ts'
import { KeyedHash } from '../sketch/keyed-hash.ts'
import { SecondReading } from './second-reading.ts'
import { Sketch, sketchSizes } from '../sketch/sketch.ts'

/**
 * Finds differing rows with a sketch of fingerprints, in memory that depends only on the
 * differences. It is used on runtimes without WebAssembly SIMD, and as the oracle for the module in
 * tests.
 */
export class ScriptEngine implements Engine {
  readonly name = 'script'
  readonly #settings: EngineSettings
  readonly #loops: ScriptLoops = createScriptLoops()
  readonly #hash = new KeyedHash()
  /** Freed after the first reading, because it is the largest structure here. */
  #filterBytes = filterBytesFor(0)
  #filter = new BloomFilter(this.#filterBytes)
  readonly #codes = new KeySample()
  readonly #scratch = new Uint8Array(maxRecordBytes)
  /** Sources in which every line is one record. */
  readonly #lineByLine = new Set<RowSource>()
  #sample = new DifferenceEstimate()
  #suspects = new KeySet(maxSuspects)
  #sketchSize = 0
  /** Valid rows of each side. */
  readonly #rowsOf = new Map<RowSource['side'], number>()
  #sketch = new Sketch(sketchSizes[0] ?? 0)
  /** The side whose keys are in the filter. */
  #filtered: RowSource['side'] | undefined

  constructor(settings: EngineSettings) {
    this.#settings = settings
  }

  async check(source: RowSource, { isRepeat } = { isRepeat: false }): Promise<FileTally> {
    const { onExceptions, onBytes, createDigest, signal } = this.#settings
    if (this.#filtered !== source.side) this.#filter.clear()
    this.#filtered = source.side
    const filter = this.#filter
    const tally = newTally(source)
    const digest = isRepeat ? undefined : createDigest()
    const sum = new ContentSum(this.#hash)
    let reportedRows = 0
    const tap = {
      update: (bytes: Uint8Array) => {
        digest?.update(bytes)
        sum.update(bytes)
        tally.bytes += bytes.length
        onBytes(bytes.length, isRepeat ? 0 : tally.rows - reportedRows)
        reportedRows = tally.rows
      },
    }
    const validator = new RowValidator(layoutOf(source.side), this.#settings, this.#loops.hasher)
    const lines = { areRecords: true }
    const totals = new TotalsCounter()
    let rows: FingerprintRows | undefined
    const options = {
      columns: inputColumns,
      room: this.#loops.room,
      tap,
      ...(signal && { signal }),
    }
    for await (const batch of readBatches(await source.open(), options)) {
      rows ??= this.#fingerprintRows(source, batch)
      const exceptions: RowException[] = []
      validator.verify(batch)
      this.#checkBatch(batch, {
        validator,
        rows,
        tally,
        totals,
        lines,
        exceptions,
        source,
        filter,
      })
      if (batch.brokenLines > 0) lines.areRecords = false
      if (exceptions.length > 0 && !isRepeat) await onExceptions(exceptions, tally)
    }
    if (lines.areRecords) this.#lineByLine.add(source)
    onBytes(0, isRepeat ? 0 : tally.rows - reportedRows)
    this.#rowsOf.set(source.side, (this.#rowsOf.get(source.side) ?? 0) + tally.goodRows)
    tally.totals = totals
    tally.contentSum = sum.end()
    tally.sha256 = (await digest?.digest()) ?? ''
    return tally
  }

  #fingerprintRows({ side }: RowSource, batch: RecordBatch): FingerprintRows {
    const { compare } = this.#settings
    return new FingerprintRows(layoutOf(side), this.#hash, { bytes: batch.bytes, compare })
  }

  #checkBatch(
    batch: RecordBatch,
    on: {
      validator: RowValidator
      rows: FingerprintRows
      tally: FileTally
      totals: TotalsCounter
      lines: { areRecords: boolean }
      exceptions: RowException[]
      source: RowSource
      filter: BloomFilter
    },
  ): void {
    const { validator, rows, tally, totals, lines, source, filter } = on
    const { fingerprint } = rows
    const { values } = validator.check
    const sign = source.side === 'partner' ? 1 : -1
    for (let record = 0; record < batch.count; record += 1) {
      if (!validator.validate(batch, record, on)) {
        const isBroken = batch.problems[record] !== recordProblem.none
        if (isBroken || !hasChecksumLength(batch, record)) lines.areRecords = false
        continue
      }
      rows.read(batch, record, values)
      tally.goodRows += 1
      totals.add(values)
      if (this.#codes.wants(fingerprint.keySecond)) {
        this.#codes.add(
          fingerprint.keySecond,
          walletCodeOf(batch, record, { layout: layoutOf(source.side), scratch: this.#scratch }),
        )
      }
      // The sketch must have each key only once for a side, so rows that may be repetitions are
      // left out.
      const isRepeated = filter.isRepeated(fingerprint.keyFirst, fingerprint.keySecond)
      if (isRepeated || source.origin === 'carried') {
        this.#suspects.add(fingerprint.keyFirst, fingerprint.keySecond)
      } else {
        this.#sketch.add(fingerprint, sign)
        this.#sample.add(fingerprint, sign)
      }
    }
  }

  suspect(): Suspicion {
    this.#filter.clear()
    const differentShare = this.#sample.share()
    const isComplete = this.#sketch.decode((first, second) => {
      this.#suspects.add(first, second)
    })
    this.#sketch.release()
    const isHeld = isComplete && !this.#suspects.isOver
    return { keys: isHeld ? this.#suspects.size : undefined, differentShare }
  }

  widen(): boolean {
    const rows = Math.max(0, ...this.#rowsOf.values())
    const hasLargerSketch = sketchSizes[this.#sketchSize + 1] !== undefined
    const hasLargerFilter = filterBytesFor(rows) > this.#filterBytes
    if (!hasLargerFilter && (!hasLargerSketch || this.#suspects.isOver)) return false
    this.grow(rows)
    return true
  }

  /**
   * Switches to the next larger sketch, if there is one, and to a filter for this many rows a side.
   */
  grow(rows: number): void {
    this.#sketchSize = Math.min(this.#sketchSize + 1, sketchSizes.length - 1)
    this.#filterBytes = Math.max(this.#filterBytes, filterBytesFor(rows))
    this.#filter = new BloomFilter(this.#filterBytes)
    this.#sketch = new Sketch(sketchSizes[this.#sketchSize] ?? 0)
    this.#sample = new DifferenceEstimate()
    this.#suspects = new KeySet(maxSuspects)
    this.#filtered = undefined
    this.#rowsOf.clear()
  }

  ranges(count: number): KeyRange[] {
    return this.#codes.ranges(count)
  }

  collect(
    source: RowSource,
    selection: Selection,
    take: RowTaker,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
    const isLineByLine = this.#lineByLine.has(source)
    const found = { settings: this.#settings, loops: this.#loops, hash: this.#hash }
    const reading = new SecondReading({ ...found, suspects: this.#suspects, isLineByLine })
    return reading.read(source, selection, take)
  }
}

/**
 * Whether the record ends with a checksum of 32 characters, so that its columns can be found from
 * its end.
 */
function hasChecksumLength(batch: RecordBatch, record: number): boolean {
  return (
    columnEnd(batch, record, inputColumns - 1) - columnStart(batch, record, inputColumns - 1) === 32
  )
}
