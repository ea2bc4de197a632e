import { batchRecords } from '../../module/memory-map.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import { moduleTotals } from '../../module/module-totals.ts'
import { guessBorder, readRange } from '../../module/read-range.ts'
import { contentSum } from '../../module/read-text.ts'
import type { CheckOrder, RangedFile, RangeFindings, RowCounts } from './byte-range.ts'
import { type Reading, checkBatch } from './check-batch.ts'
import { type EngineSettings, newTally } from '../engine.ts'

const numbersOfRow = 4

/** The fingerprints of valid rows, one after another. */
class FingerprintList {
  #numbers = new Int32Array(numbersOfRow * batchRecords)
  #used = 0

  /** Adds the fingerprints of the valid rows of a batch. */
  add({ views }: ModuleInstance, good: number): void {
    const { fingerprints } = views
    this.#reserve(numbersOfRow * good)
    for (const record of views.good.subarray(0, good)) {
      const at = record * numbersOfRow
      for (let number = 0; number < numbersOfRow; number += 1) {
        this.#numbers[this.#used + number] = fingerprints[at + number] ?? 0
      }
      this.#used += numbersOfRow
    }
  }

  all(): Int32Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.#used)
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#numbers.length) return
    const numbers = new Int32Array(2 * (this.#used + more))
    numbers.set(this.#numbers)
    this.#numbers = numbers
  }
}

function countsOf(counts: RowCounts): RowCounts {
  const { rows, goodRows, badChecksumRows, malformedRows, isHeaderSkipped, isHeaderRefused } =
    counts
  return { rows, goodRows, badChecksumRows, malformedRows, isHeaderSkipped, isHeaderRefused }
}

/** What {@link checkRange} works with. */
interface RangeCheck {
  readonly file: RangedFile
  readonly settings: Pick<EngineSettings, 'header' | 'signal'>
  /** Called with every batch, while its valid rows are listed. */
  readonly onBatch: () => void
}

/**
 * The part of the first reading of a range that needs no other rows of its side. The layout of the
 * side must be set.
 */
export async function checkRange(
  instance: ModuleInstance,
  { range, isGuess, side }: CheckOrder,
  { file, settings: { header, signal }, onBatch }: RangeCheck,
): Promise<RangeFindings> {
  const { call } = instance
  const openAt: RangedFile['openAt'] = (from, bytes) => file.openAt(from, bytes)
  const start = isGuess ? await guessBorder(instance, openAt, range.start) : range.start
  const open = () => file.openAt(start, Math.max(0, range.end - start))
  const source = { side, origin: 'file', open } as const
  const tally = newTally(source)
  const reading: Reading = { source, tally, isRepeat: false, isFirst: start === 0 }
  const list = new FingerprintList()
  const exceptions: RangeFindings['exceptions'][number][] = []
  call.clearTotals()
  for await (const count of readRange(instance, source.open(), {
    bytes: Math.max(0, range.end - start),
    isFileStart: start === 0,
    onBytes: (bytes) => {
      tally.bytes += bytes.length
    },
    signal,
  })) {
    const batch = checkBatch(instance, reading, { count, header })
    list.add(instance, batch.good)
    onBatch()
    if (batch.exceptions.length > 0) {
      exceptions.push({ found: batch.exceptions, counts: countsOf(tally) })
    }
  }
  return {
    range: { start, end: start + tally.bytes },
    lines: call.nextLine() - 1,
    counts: countsOf(tally),
    totals: moduleTotals(instance).totals(),
    contentSum: contentSum(instance),
    fingerprints: list.all(),
    exceptions,
  }
}
