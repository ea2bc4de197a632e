import type { RowSource } from '../../engine/engine.ts'
import { compareBytes } from '../../engine/samples.ts'
import { type Row, readRow } from '../../rows/row.ts'
import { type RowChunk, keptRow, recordAt } from '../rows/kept-row.ts'
import { maxTried } from '../settle-transaction.ts'

interface Candidate {
  readonly line: number
  readonly record: Uint8Array
}

/**
 * The candidate rows among any number of rows of one key: for each source and currency those whose
 * bytes sort first, each with its lowest line.
 */
export class CrowdCandidates {
  /** Number of rows that were added. */
  count = 0
  /** Sorted by their bytes, by the index of the source and the currency. */
  readonly #kept = new Map<number, Candidate[]>()

  /** Adds the row at a position; rows of one source must be added in the order of their lines. */
  add(chunk: RowChunk, head: number): void {
    this.count += 1
    const { bytes, view } = chunk
    const kind = (bytes[head + keptRow.source] ?? 0) * 2 + (bytes[head + keptRow.isPoints] ?? 0)
    let kept = this.#kept.get(kind)
    if (kept === undefined) {
      kept = []
      this.#kept.set(kind, kept)
    }
    const record = recordAt(chunk, head)
    let place = kept.length
    for (; place > 0; place -= 1) {
      const before = kept[place - 1]
      if (before === undefined) break
      const difference = compareBytes(before.record, record)
      if (difference === 0) return
      if (difference < 0) break
    }
    if (place === maxTried) return
    const line = view.getFloat64(head + keptRow.line, true)
    kept.splice(place, 0, { line, record: record.slice() })
    kept.length = Math.min(kept.length, maxTried)
  }

  /** @param sources by the index that a row keeps */
  rows(sources: readonly RowSource[]): Row[] {
    return [...this.#kept].flatMap(([kind, kept]) => {
      const source = sources[kind >>> 1]
      if (source === undefined) throw new RangeError('A kept row has an unknown source.')
      const { side, origin } = source
      return kept.map(({ line, record }) => readRow({ side, origin, line, record }))
    })
  }
}
