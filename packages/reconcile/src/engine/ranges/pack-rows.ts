import type { Records } from '../../csv/record-batch.ts'
import type { RowTaker } from '../engine.ts'
import { checkArguments } from '../../check-arguments.ts'

/**
 * Rows of the second reading as plain data: their concatenated bytes, and the positions of their
 * columns.
 */
export interface PackedRows {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly count: number
  readonly columns: number
  readonly starts: Int32Array<ArrayBuffer>
  readonly ends: Int32Array<ArrayBuffer>
  readonly separators: Int32Array<ArrayBuffer>
  readonly lines: Float64Array<ArrayBuffer>
}

const packBytes = 256 * 1024
const packRows = 1024

/** Collects rows, and passes them on in packs that can be sent to another thread. */
export class RowPacker {
  readonly #send: (rows: PackedRows) => void
  #bytes = new Uint8Array()
  #used = 0
  #starts: number[] = []
  #ends: number[] = []
  #separators: number[] = []
  #lines: number[] = []
  #columns = 0

  /** @param send called with every full pack, and with the last one */
  constructor(send: (rows: PackedRows) => void) {
    if (typeof send !== 'function') throw new TypeError('RowPacker: send must be a function.')
    this.#send = send
  }

  /** Copies a row of a batch into the pack. */
  add(batch: Records, record: number): void {
    const start = batch.starts[record] ?? 0
    const end = batch.ends[record] ?? 0
    const isFull = this.#used + end - start > this.#bytes.length || this.#starts.length >= packRows
    if (isFull) {
      this.flush()
      this.#bytes = new Uint8Array(packBytes)
    }
    const moved = this.#used - start
    this.#bytes.set(batch.bytes.subarray(start, end), this.#used)
    this.#starts.push(this.#used)
    this.#used += end - start
    this.#ends.push(this.#used)
    this.#lines.push(batch.lines[record] ?? 0)
    this.#columns = batch.columns
    const first = record * (batch.columns - 1)
    for (let column = 0; column < batch.columns - 1; column += 1) {
      this.#separators.push((batch.separators[first + column] ?? 0) + moved)
    }
  }

  /** Passes on the last, incomplete pack. */
  flush(): void {
    const count = this.#starts.length
    if (count === 0) return
    this.#send({
      bytes: this.#bytes.slice(0, this.#used),
      count,
      columns: this.#columns,
      starts: Int32Array.from(this.#starts),
      ends: Int32Array.from(this.#ends),
      separators: Int32Array.from(this.#separators),
      lines: Float64Array.from(this.#lines),
    })
    this.#starts = []
    this.#ends = []
    this.#separators = []
    this.#lines = []
    this.#used = 0
  }
}

/**
 * The rows of a pack, in the form in which an engine passes them on.
 *
 * @param linesBefore number of lines of the file before the line from which the pack counts
 */
function unpackRows(rows: PackedRows, linesBefore = 0): Records {
  const lines = linesBefore === 0 ? rows.lines : rows.lines.map((line) => line + linesBefore)
  return { ...rows, lines, problems: new Uint8Array(rows.count) }
}

/** Passes the rows of a pack on, in the form of {@link unpackRows}. */
export async function takePacked(
  packed: PackedRows,
  take: RowTaker,
  linesBefore = 0,
): Promise<void> {
  checkArguments('takePacked', { packed, take })
  const rows = unpackRows(packed, linesBefore)
  for (let record = 0; record < rows.count; record += 1) {
    const taking = take(rows, record)
    if (taking !== undefined) await taking
  }
}
