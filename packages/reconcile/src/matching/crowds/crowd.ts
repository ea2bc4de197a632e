import type { FieldBytes } from '../../csv/fields.ts'
import type { RowSource } from '../../engine/engine.ts'
import type { Row } from '../../rows/row.ts'
import { compareCode } from '../rows/compare-code.ts'
import { CrowdCandidates } from './crowd-candidates.ts'
import { type RowChunk, codeSpan, keptRow, readKeptRow, typeAt } from '../rows/kept-row.ts'
import type { RowChunks } from '../rows/row-chunks.ts'

/** A key with so many rows that only one of them is an object at a time. */
export interface CrowdedKey {
  readonly code: Uint8Array
  readonly type: Row['type']
  /** Number of rows with the key. */
  readonly count: number
  /** The candidate rows. */
  readonly candidates: readonly Row[]
  /**
   * All of its rows, in the order in which they were added; `undefined` if they were not kept and
   * must be read again.
   */
  readonly rows: (() => Iterable<Row>) | undefined
}

/** The rows of one wallet transaction code, which are too many to keep. */
export class Crowd {
  readonly code: Uint8Array
  /** Number of rows of each source, by its index. */
  readonly rowsOf: number[]
  readonly #sources: readonly RowSource[]
  readonly #refunds = new CrowdCandidates()
  readonly #payments = new CrowdCandidates()

  constructor(code: Uint8Array, sources: readonly RowSource[]) {
    this.code = code
    this.#sources = sources
    this.rowsOf = sources.map(() => 0)
  }

  /** Whether a code is the code of the crowd. */
  has(code: FieldBytes): boolean {
    return compareCode(code, this.code) === 0
  }

  /** Adds a row with the code. */
  add(chunk: RowChunk, head: number): void {
    const source = chunk.bytes[head + keptRow.source] ?? 0
    this.rowsOf[source] = (this.rowsOf[source] ?? 0) + 1
    if (typeAt(chunk, head) === '1') this.#payments.add(chunk, head)
    else this.#refunds.add(chunk, head)
  }

  /** The keys of the code that have rows, in order. */
  keys(): CrowdedKey[] {
    const { code } = this
    return (['-1', '1'] as const).flatMap((type) => {
      const candidates = type === '1' ? this.#payments : this.#refunds
      const { count } = candidates
      const rows = candidates.rows(this.#sources)
      return count === 0 ? [] : [{ code, type, count, candidates: rows, rows: undefined }]
    })
  }
}

/**
 * A key whose rows are kept.
 *
 * @param positions positions of all its rows, in the order in which they were added
 */
export function crowdOf(
  positions: readonly number[],
  chunks: RowChunks,
  sources: readonly RowSource[],
): CrowdedKey {
  const candidates = new CrowdCandidates()
  for (const position of positions) {
    candidates.add(chunks.chunkOf(position), chunks.headOf(position))
  }
  const [first = 0] = positions
  const chunk = chunks.chunkOf(first)
  const { bytes, start, end } = codeSpan(chunk, chunks.headOf(first))
  return {
    code: bytes.slice(start, end),
    type: typeAt(chunk, chunks.headOf(first)),
    count: positions.length,
    candidates: candidates.rows(sources),
    *rows() {
      for (const position of positions) {
        yield readKeptRow(chunks.chunkOf(position), chunks.headOf(position), sources)
      }
    },
  }
}
