import {
  type ScanBuffer,
  type RecordScan,
  type ScanSource,
  bytesPerWord,
  pieceBytes,
  scanRecord,
  scriptScanBuffer,
} from './scan-record.ts'
import {
  type RecordBatch,
  type RecordProblem,
  batchRecords,
  createRecordBatch,
  recordProblem,
} from './record-batch.ts'
import { maxRecordBytes } from './record-limit.ts'
import { carriageReturn, lineFeed, quote } from './character-codes.ts'

/** Filter of lines; `end` is before the line ending. */
export type LineFilter = (bytes: Uint8Array<ArrayBuffer>, start: number, end: number) => boolean

/** Options of a {@link RecordIndexer}. */
export interface IndexerOptions {
  /** The buffer to scan in; one with TypeScript loops if left out. */
  readonly room?: ScanBuffer
  /**
   * Selects lines of a file in which every line is one record, as an earlier reading has found: it
   * is called for every line that is not empty, and only the lines it accepts are parsed.
   */
  readonly isWanted?: LineFilter
}

/**
 * Finds the records of a file that arrives in chunks of any size; the division into chunks does not
 * affect the result.
 *
 * After a record with broken quotes, or one longer than {@link maxRecordBytes}, it continues after
 * the first line feed behind the record's start: one missing quote costs one row, not the rest of
 * the file.
 */
export class RecordIndexer {
  readonly batch: RecordBatch
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #source: ScanSource
  readonly #scan: RecordScan = {
    open: false,
    end: 0,
    next: 0,
    separators: 0,
    innerLines: 0,
    firstQuote: 0,
    firstUnprintable: 0,
    problem: recordProblem.none,
  }
  #position = 0
  #line = 1
  #isStart = true
  /** Whether the rest of a malformed line must still be skipped. */
  #discarding = false
  #emptyLine = 0

  readonly #isWanted: LineFilter | undefined

  /** @param columns number of columns of a record, at least 2 */
  constructor(columns: number, { room = scriptScanBuffer(), isWanted }: IndexerOptions = {}) {
    this.#isWanted = isWanted
    this.#bytes = room.bytes
    this.batch = createRecordBatch(this.#bytes, columns)
    this.#source = {
      room,
      marked: 0,
      limit: 0,
      ended: false,
      word: 0,
      bits: 0,
      positions: this.batch.separators,
      firstPosition: 0,
      maxPositions: columns - 1,
    }
  }

  /** Whether there are enough bytes for a batch. */
  get isFull(): boolean {
    return this.#source.limit - this.#position >= pieceBytes / 2
  }

  /**
   * Moves unread bytes to the front, which invalidates the last batch.
   *
   * @returns the buffer for the next bytes
   */
  makeRoom(): Uint8Array<ArrayBuffer> {
    const source = this.#source
    const kept = this.#position === 0 ? source.limit : 0
    source.marked = Math.min(source.marked, kept - (kept % bytesPerWord))
    this.#bytes.copyWithin(0, this.#position, source.limit)
    source.limit -= this.#position
    this.#position = 0
    // A sentinel, because the known bytes may end here.
    this.#bytes[source.limit] = quote
    return this.#bytes.subarray(source.limit, maxRecordBytes + pieceBytes)
  }

  /** Accepts bytes that were written to the buffer of {@link makeRoom}. */
  add(length: number): void {
    const source = this.#source
    source.limit += length
    this.#bytes[source.limit] = quote
    if (this.#isStart && source.limit >= 3) this.#skipByteOrderMark()
  }

  /** Marks the end of the file. */
  end(): void {
    this.#source.ended = true
  }

  /**
   * Finds the next records; an empty batch means that more bytes are needed, or that the file has
   * ended.
   */
  next(): RecordBatch {
    const { batch } = this
    batch.count = 0
    while (batch.count < batchRecords - 1 && this.#position < this.#source.limit) {
      if (this.#isWanted !== undefined && !this.#passLines(this.#isWanted)) break
      if (this.#discarding ? !this.#discard() : !this.#findRecord()) break
    }
    return batch
  }

  /** Moves to the next accepted line; @returns false when there is none in the available bytes */
  #passLines(isWanted: LineFilter): boolean {
    const { limit, ended } = this.#source
    const bytes = this.#bytes
    for (let start = this.#position; start < limit;) {
      const found = bytes.indexOf(lineFeed, start)
      const isKnown = found >= 0 && found < limit
      // An endless line: the file has changed since its first reading.
      if (!isKnown && !ended && limit - start <= maxRecordBytes) break
      const next = isKnown ? found + 1 : limit
      const end =
        isKnown && bytes[found - 1] === carriageReturn && found > start ? found - 1 : found
      if (isKnown ? end > start && isWanted(bytes, start, end) : isWanted(bytes, start, limit)) {
        return true
      }
      start = next
      this.#position = next
      this.#line += 1
    }
    return false
  }

  #skipByteOrderMark(): void {
    this.#isStart = false
    const [first, second, third] = this.#bytes
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#position = 3
  }

  /** Adds a record without bytes; @returns its index in the batch */
  #add(line: number, problem: RecordProblem): number {
    const { batch } = this
    const at = batch.count
    batch.starts[at] = 0
    batch.ends[at] = 0
    batch.lines[at] = line
    batch.problems[at] = problem
    batch.count = at + 1
    return at
  }

  /**
   * Reports an empty line when a record follows it; at the end of a file an empty line is allowed.
   */
  #reportEmptyLine(): void {
    if (this.#emptyLine === 0) return
    this.#add(this.#emptyLine, recordProblem.emptyLine)
    this.#emptyLine = 0
  }

  /** @returns false when the available bytes end before the record */
  #findRecord(): boolean {
    const { batch } = this
    const source = this.#source
    const scan = this.#scan
    const start = this.#position
    // An empty line is an entry of the batch, before the record that follows it.
    const record = batch.count + (this.#emptyLine > 0 ? 1 : 0)
    source.firstPosition = record * (batch.columns - 1)
    scanRecord(scan, source, start)
    const isTooLong = scan.end - start > maxRecordBytes
    if (scan.open && !isTooLong) return false
    if (isTooLong) scan.problem = recordProblem.tooLong
    if (scan.problem !== recordProblem.none) return this.#resume(start)
    this.#position = scan.next
    const line = this.#line
    this.#line += 1 + scan.innerLines
    if (scan.innerLines > 0) batch.brokenLines += 1
    if (scan.end === start) {
      if (this.#emptyLine === 0) this.#emptyLine = line
      return true
    }
    this.#reportEmptyLine()
    const missing = scan.separators - (batch.columns - 1)
    let problem: RecordProblem = recordProblem.none
    if (missing !== 0) {
      problem = missing < 0 ? recordProblem.tooFewColumns : recordProblem.tooManyColumns
    }
    const at = this.#add(line, problem)
    batch.starts[at] = start
    batch.ends[at] = scan.end
    batch.firstQuotes[at] = scan.firstQuote
    batch.firstUnprintables[at] = scan.firstUnprintable
    return true
  }

  /** Reports a malformed record, and continues after the line on which it starts. */
  #resume(start: number): boolean {
    const { limit, ended } = this.#source
    const found = this.#bytes.indexOf(lineFeed, start)
    const isKnown = found >= 0 && found < limit
    if ((isKnown ? found : limit) - start > maxRecordBytes) {
      this.#scan.problem = recordProblem.tooLong
    } else if (!isKnown && !ended && this.#scan.problem !== recordProblem.tooLong) {
      return false
    }
    this.#reportEmptyLine()
    this.#add(this.#line, this.#scan.problem)
    this.#position = isKnown ? found + 1 : limit
    if (isKnown || ended) this.#line += 1
    else this.#discarding = true
    return true
  }

  /** Skips the rest of a line; @returns false when its end is not known yet */
  #discard(): boolean {
    const { limit, ended } = this.#source
    const found = this.#bytes.indexOf(lineFeed, this.#position)
    const isKnown = found >= 0 && found < limit
    this.#position = isKnown ? found + 1 : limit
    if (!isKnown && !ended) return false
    this.#discarding = false
    this.#line += 1
    return true
  }
}
