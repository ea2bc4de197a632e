import { readBatches } from '../csv/read-batches.ts'
import { type RecordBatch, columnEnd, columnStart, recordProblem } from '../csv/record-batch.ts'
import { maxRecordBytes } from '../csv/scan-record.ts'
import type { RowException } from '../rows/row-exception.ts'
import { type Kernels, fastestKernels } from '../kernels/kernels.ts'
import { inputColumns, layoutOf } from '../layouts.ts'
import { DifferenceEstimate, type KeyRange, KeySample } from './samples.ts'
import {
  type Engine,
  type EngineFactory,
  type EngineSettings,
  type FileTally,
  type RowSource,
  type Selection,
  type Suspicion,
  newTally,
} from './engine.ts'
import { RowValidator } from './row-validator.ts'
import { FingerprintRows } from './fingerprint-rows.ts'
import { KeySet, BloomFilter } from './key-sets.ts'
import { KeyedHash } from './keyed-hash.ts'
import { SecondReading } from './second-reading.ts'
import { Sketch } from './sketch.ts'

/** log2 of a third of the cells: 1.2 MB, which fits the second-level cache, and 9 MB. */
const sketchSizes = [14, 17]
const filterBytes = 8 * 2 ** 20
const maxSuspects = 400_000

/** Finds differing rows by a sketch of fingerprints, in memory that depends on the differences only. */
class FingerprintEngine implements Engine {
  readonly name = 'fingerprint'
  readonly #settings: EngineSettings
  readonly #kernels: Kernels
  readonly #hash = new KeyedHash()
  /** Freed after the first reading: it is the largest structure here. */
  #filter: BloomFilter | undefined
  readonly #codes = new KeySample()
  readonly #scratch = new Uint8Array(maxRecordBytes)
  /** Sources in which every line is one record. */
  readonly #lineByLine = new Set<RowSource>()
  #sample = new DifferenceEstimate()
  #suspects = new KeySet(maxSuspects)
  #sketchSize = 0
  #sketch = new Sketch(sketchSizes[0] ?? 0)
  /** The side whose keys the filter holds. */
  #filtered: RowSource['side'] | undefined

  constructor(settings: EngineSettings) {
    this.#settings = settings
    this.#kernels = fastestKernels(settings.kernelModule)
  }

  async check(source: RowSource, isRepeat = false): Promise<FileTally> {
    const { onExceptions, onBytes, createDigest, signal } = this.#settings
    if (this.#filtered !== source.side) this.#filter?.clear()
    this.#filtered = source.side
    const filter = (this.#filter ??= new BloomFilter(filterBytes))
    const tally = newTally(source)
    const digest = isRepeat ? undefined : createDigest()
    const tap = {
      update: (bytes: Uint8Array) => {
        digest?.update(bytes)
        tally.bytes += bytes.length
        onBytes(bytes.length)
      },
    }
    const validator = new RowValidator(layoutOf(source.side), this.#settings, this.#kernels.hasher)
    let rows: FingerprintRows | undefined
    const options = {
      columns: inputColumns,
      room: this.#kernels.room,
      tap,
      ...(signal && { signal }),
    }
    for await (const batch of readBatches(await source.open(), options)) {
      rows ??= this.#fingerprintRows(source, batch)
      const exceptions: RowException[] = []
      validator.verify(batch)
      this.#checkBatch(batch, { validator, rows, tally, exceptions, source, filter })
      if (batch.brokenLines > 0) tally.isLineByLine = false
      if (exceptions.length > 0 && !isRepeat) await onExceptions(exceptions, tally)
    }
    if (tally.isLineByLine) this.#lineByLine.add(source)
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
      exceptions: RowException[]
      source: RowSource
      filter: BloomFilter
    },
  ): void {
    const { validator, rows, tally, source, filter } = on
    const { fingerprint } = rows
    const { values } = validator.check
    const sign = source.side === 'partner' ? 1 : -1
    for (let record = 0; record < batch.count; record += 1) {
      if (!validator.validate(batch, record, on)) {
        if (batch.problems[record] === recordProblem.none) rows.readKey(batch, record)
        else {
          tally.isLineByLine = false
          continue
        }
        if (!hasChecksumLength(batch, record)) tally.isLineByLine = false
        tally.keySum = (tally.keySum + fingerprint.keyFirst) | 0
        continue
      }
      rows.read(batch, record, values)
      tally.goodRows += 1
      tally.keySum = (tally.keySum + fingerprint.keyFirst) | 0
      tally.totals.add(values)
      if (this.#codes.wants(fingerprint.keySecond)) {
        this.#codes.add(fingerprint.keySecond, validator.walletCode(batch, record, this.#scratch))
      }
      // The sketch must hold each key once for a side, so rows that may be repetitions stay out.
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
    this.#filter?.release()
    this.#filter = undefined
    const differentShare = this.#sample.share()
    const isComplete = this.#sketch.decode((first, second) => {
      this.#suspects.add(first, second)
    })
    this.#sketch.release()
    const isHeld = isComplete && !this.#suspects.isOver
    return { keys: isHeld ? this.#suspects.size : undefined, differentShare }
  }

  widen(): boolean {
    const size = sketchSizes[this.#sketchSize + 1]
    if (size === undefined || this.#suspects.isOver) return false
    this.#sketchSize += 1
    this.#sketch = new Sketch(size)
    this.#sample = new DifferenceEstimate()
    this.#suspects = new KeySet(maxSuspects)
    this.#filtered = undefined
    return true
  }

  ranges(count: number): KeyRange[] {
    return this.#codes.ranges(count)
  }

  collect(
    source: RowSource,
    selection: Selection,
    take: (batch: RecordBatch, record: number) => void,
  ): Promise<Pick<FileTally, 'bytes' | 'keySum'>> {
    const isLineByLine = this.#lineByLine.has(source)
    const found = { settings: this.#settings, kernels: this.#kernels, hash: this.#hash }
    const reading = new SecondReading({ ...found, suspects: this.#suspects, isLineByLine })
    return reading.read(source, selection, take)
  }
}

/** Whether the record ends with a checksum of 32 characters, so that its columns can be found from its end. */
function hasChecksumLength(batch: RecordBatch, record: number): boolean {
  return (
    columnEnd(batch, record, inputColumns - 1) - columnStart(batch, record, inputColumns - 1) === 32
  )
}

/** Creates the built-in engine, which compares fingerprints in a sketch. */
export const fingerprintEngine: EngineFactory = (settings) => new FingerprintEngine(settings)
