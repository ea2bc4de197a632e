import { layoutOf, resultColumns } from '../../layouts.ts'
import {
  filterBytes,
  filterStart,
  keptCodesStart,
  keptPiecesStart,
  keptRangeBytes,
  maxKeptCodeBytes,
} from '../../module/memory-map.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import { commonBytes } from '../common-bytes.ts'
import type { RowKeeping, RowSource, Suspicion } from '../engine.ts'
import { sampleFirstRows } from './sample-rows.ts'
import { DifferenceEstimate } from '../samples.ts'

const maxPieceBytes = 256 * 1024
const numberBytes = 8

/**
 * Makes the module copy the valid rows of the first reading into one buffer per code range. The
 * buffers use the memory of the filter of repeated keys, which is not needed when every row is
 * compared.
 */
export class RowKeeper {
  readonly #instance: ModuleInstance
  readonly #keeping: RowKeeping
  readonly #pieceBytes: number
  readonly #sample = new DifferenceEstimate()

  constructor(instance: ModuleInstance, keeping: RowKeeping) {
    this.#instance = instance
    this.#keeping = keeping
    const { ranges } = keeping
    const room = filterStart + filterBytes - keptPiecesStart
    // A power of two, so that a whole number of pieces fills the chunk into which they are read
    // back.
    const bytes = 2 ** Math.floor(Math.log2(room / ranges.length))
    this.#pieceBytes = Math.min(maxPieceBytes, bytes)
    // This memory is cleared after the run.
    instance.filterFrom(0)
    const starts = ranges.flatMap(({ from }) => (from === undefined ? [] : [from]))
    const common = commonBytes(starts)
    instance.views.all.fill(0, filterStart, keptPiecesStart)
    for (const [index, code] of starts.entries()) this.#setStart(index, code, common)
    instance.call.setKeptRanges(starts.length, common, this.#pieceBytes)
  }

  #setStart(index: number, code: Uint8Array, common: number): void {
    const { all, data } = this.#instance.views
    const codeStart = keptCodesStart + index * maxKeptCodeBytes
    const entry = filterStart + (index + 1) * keptRangeBytes
    const number = new DataView(new ArrayBuffer(numberBytes))
    for (const [place, byte] of code.subarray(common, common + numberBytes).entries()) {
      number.setUint8(place, byte)
    }
    all.set(code, codeStart)
    data.setBigUint64(entry, number.getBigUint64(0), true)
    data.setInt32(entry + numberBytes, codeStart, true)
    data.setInt32(entry + numberBytes + 4, code.length, true)
  }

  /** Whether the valid rows of a source are kept. */
  keeps(source: RowSource): boolean {
    return this.#keeping.indexOf(source) !== undefined
  }

  /** Begins a source; its layout must be set. */
  begin({ side }: RowSource): void {
    const { first, last } = resultColumns[side]
    this.#instance.call.setKeptColumns(layoutOf(side).status, first, last)
  }

  /** Keeps the valid rows of a batch in the memory of the module. */
  addBatch(source: RowSource, good: number): void {
    const { call } = this.#instance
    if (source.origin === 'file') sampleFirstRows(this.#instance, this.#sample, source.side)
    const index = this.#keeping.indexOf(source)
    if (index === undefined) return
    for (let done = call.keepRows(index, 0); done < good; done = call.keepRows(index, done)) {
      // The columns have limits, so no valid row is longer than a piece.
      if (!this.#passOn(call.fullPiece())) throw new RangeError('A row is longer than a piece.')
    }
  }

  /** Prepares for a side with an expected number of rows, before any row is added. */
  expect(rows: number): void {
    this.#sample.expect(rows)
  }

  /** The estimate, once all sources have been checked. */
  suspicion(): Suspicion {
    return { keys: undefined, differentShare: this.#sample.share() }
  }

  /** Passes on the remaining rows of all pieces, at the end of a source. */
  end(): void {
    for (const range of this.#keeping.ranges.keys()) this.#passOn(range)
  }

  /** @returns false when the piece of a range is empty */
  #passOn(range: number): boolean {
    const { call, views } = this.#instance
    const bytes = call.keptBytes(range)
    if (bytes === 0) return false
    const start = keptPiecesStart + range * this.#pieceBytes
    this.#keeping.write(range, views.all.subarray(start, start + bytes))
    call.emptyPiece(range)
    return true
  }
}
