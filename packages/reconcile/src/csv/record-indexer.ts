import {
  type BatchRoom,
  type RecordScan,
  type ScanSource,
  bytesPerWord,
  maxRecordBytes,
  pieceBytes,
  scanRecord,
  scriptBatchRoom,
} from './scan-record.ts'
import {
  type RecordBatch,
  type RecordProblem,
  batchRecords,
  createRecordBatch,
  recordProblem,
} from './record-batch.ts'

const lineFeed = 10
const carriageReturn = 13
const quote = 34

/** Whether a line is wanted; `end` is before its line ending. */
export type LineTest = (bytes: Uint8Array<ArrayBuffer>, start: number, end: number) => boolean

/** What a {@link RecordIndexer} is made with. */
export interface IndexerOptions {
  /** Where to work; a room of its own in script when left out. */
  readonly room?: BatchRoom
  /**
   * Picks lines in a file of which a reading before has found that each line is a record: it is asked
   * for every line that is not empty, and only what it wants comes in a batch.
   */
  readonly isWanted?: LineTest
}

/**
 * Finds the records in a file that comes in pieces of any size. What it finds depends on the bytes
 * alone, never on how they were cut.
 *
 * After a record with broken quotes, or a longer one than {@link maxRecordBytes}, reading goes on
 * behind the first line feed after its start, so that one missing quote costs one row and not the
 * file.
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
    firstOdd: 0,
    problem: recordProblem.none,
  }
  #position = 0
  #line = 1
  #isStart = true
  /** The rest of a line that is no record has not been seen yet. */
  #discarding = false
  #emptyLine = 0

  readonly #isWanted: LineTest | undefined

  /** @param columns how many columns a record has, at least 2 */
  constructor(columns: number, { room = scriptBatchRoom(), isWanted }: IndexerOptions = {}) {
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

  /** How many bytes {@link push} takes now; 0 means that {@link next} must be called first. */
  get room(): number {
    const kept = this.#source.limit - this.#position
    return Math.max(0, maxRecordBytes + pieceBytes - kept)
  }

  /** Whether enough has come for a batch to be worth while. */
  get isFull(): boolean {
    return this.#source.limit - this.#position >= pieceBytes / 2
  }

  /** Takes the next bytes of the file, at most {@link room}; the batch before is gone then. */
  push(piece: Uint8Array): void {
    const source = this.#source
    const kept = this.#position === 0 ? source.limit : 0
    source.marked = Math.min(source.marked, kept - (kept % bytesPerWord))
    this.#bytes.copyWithin(0, this.#position, source.limit)
    source.limit -= this.#position
    this.#position = 0
    this.#bytes.set(piece, source.limit)
    source.limit += piece.length
    this.#bytes[source.limit] = quote
    if (this.#isStart && source.limit >= 3) this.#skipByteOrderMark()
  }

  /** Says that the file has ended. */
  end(): void {
    this.#source.ended = true
  }

  /** Finds the next records; an empty batch means that more bytes are needed, or that none are left. */
  next(): RecordBatch {
    const { batch } = this
    batch.count = 0
    while (batch.count < batchRecords - 1 && this.#position < this.#source.limit) {
      if (this.#isWanted !== undefined && !this.#passLines(this.#isWanted)) break
      if (this.#discarding ? !this.#discard() : !this.#findRecord()) break
    }
    return batch
  }

  /** Goes to the next wanted line; @returns false when there is none in the known bytes. */
  #passLines(isWanted: LineTest): boolean {
    const { limit, ended } = this.#source
    const bytes = this.#bytes
    for (let start = this.#position; start < limit;) {
      const found = bytes.indexOf(lineFeed, start)
      const isKnown = found >= 0 && found < limit
      // A line without an end that fills the room means that the file is not the one of before.
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

  /** Adds a record without bytes; @returns its number */
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

  /** An empty line is a mistake only when a record follows it. */
  #reportEmptyLine(): void {
    if (this.#emptyLine === 0) return
    this.#add(this.#emptyLine, recordProblem.emptyLine)
    this.#emptyLine = 0
  }

  /** @returns false when the bytes end before the record does */
  #findRecord(): boolean {
    const { batch } = this
    const source = this.#source
    const scan = this.#scan
    const start = this.#position
    // An empty line takes a place in the batch before the record that follows it.
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
    batch.firstOdds[at] = scan.firstOdd
    return true
  }

  /** Goes on behind the line on which a broken record starts. */
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

  /** Drops the rest of a line; @returns false when its end is not known yet */
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
