import { bytesPerWord, type BatchRoom } from './batch-room.ts'
import { recordProblem, type RecordProblem } from './record-problem.ts'

const quote = 34
const comma = 44
const lineFeed = 10
const carriageReturn = 13
/** Bytes that are marked in one go, few enough to stay in the first-level cache. */
const markedAtOnce = 4096

/** What one look at the bytes of a record found. */
export interface RecordScan {
  /** The bytes ended before the record did. */
  open: boolean
  /** Where the record ends, before its line ending. */
  end: number
  /** First byte after its line ending. */
  next: number
  /** Separators found, also those beyond the columns of the layout. */
  separators: number
  /** Line feeds inside quotes. */
  innerLines: number
  /** Where the first quoted field starts; where the record ends when there is none. */
  firstQuote: number
  /** The first byte that is no printable ASCII; where the record ends when there is none. */
  firstOdd: number
  problem: RecordProblem
}

/** Where a scan looks. */
export interface ScanSource {
  readonly room: BatchRoom
  /** Where the known bytes end; the byte there is a quote, which stops every scan. */
  limit: number
  /** Bytes before this one are marked, from the start of the next record on. */
  marked: number
  /** No bytes follow those before `limit`. */
  ended: boolean
  /** The word of marks that is looked at, and those of its marks that have not been taken. */
  word: number
  bits: number
  /** Where positions of separators are written, from where on, and how many at most for one record. */
  readonly positions: Int32Array
  firstPosition: number
  readonly maxPositions: number
}

function stop(scan: RecordScan, at: number, problem: RecordProblem): void {
  scan.end = at
  scan.problem = problem
}

/** The record runs to the end of the known bytes. */
function stopAtLimit(scan: RecordScan, source: ScanSource): void {
  scan.open = !source.ended
  scan.end = source.limit
  scan.next = source.limit
}

/** A carriage return ends the record when a line feed follows it. */
function endAtCarriageReturn(scan: RecordScan, source: ScanSource, at: number): void {
  if (at + 1 >= source.limit) {
    if (source.ended) return stop(scan, at, recordProblem.strayCarriageReturn)
    stopAtLimit(scan, source)
    // Perhaps it belongs to the line ending, and then it does not count to the length.
    scan.end = at
  } else if (source.room.bytes[at + 1] === lineFeed) {
    scan.end = at
    scan.next = at + 2
  } else {
    stop(scan, at, recordProblem.strayCarriageReturn)
  }
}

/** Marks the next bytes of which no marks are known, from `from` on at the earliest. */
function markMore(source: ScanSource, from: number): void {
  const { room, limit } = source
  const first = Math.max(source.marked, from - (from % bytesPerWord))
  const last = Math.min(first + markedAtOnce, limit + bytesPerWord - (limit % bytesPerWord))
  room.mark(first, last)
  source.marked = last
}

/** Goes to the marks of a word, of which those before bit `from` are left out. */
function goTo(source: ScanSource, word: number, from: number): void {
  const firstByte = word * bytesPerWord
  if (firstByte >= source.marked) markMore(source, firstByte)
  source.word = word
  source.bits = (source.room.specials[word] ?? 0) & (-1 << from)
}

/** Takes the next special byte; the quote at the limit is the last. */
function nextSpecial(source: ScanSource): number {
  while (source.bits === 0) goTo(source, source.word + 1, 0)
  const { bits } = source
  source.bits = bits & (bits - 1)
  return source.word * bytesPerWord + 31 - Math.clz32(bits & -bits)
}

/** The first odd byte between `start` and `end`; `end` when there is none. */
function firstOdd({ odds }: BatchRoom, start: number, end: number): number {
  let word = Math.floor(start / bytesPerWord)
  let bits = (odds[word] ?? 0) & (-1 << (start % bytesPerWord))
  while (bits === 0) {
    word += 1
    if (word * bytesPerWord >= end) return end
    bits = odds[word] ?? 0
  }
  return Math.min(end, word * bytesPerWord + 31 - Math.clz32(bits & -bits))
}

/**
 * Passes a quoted field whose first quote has been taken.
 *
 * @returns whether the record goes on behind it
 */
function passQuoted(scan: RecordScan, source: ScanSource): boolean {
  const { limit } = source
  const { bytes } = source.room
  for (;;) {
    const at = nextSpecial(source)
    const byte = bytes[at]
    if (byte === lineFeed) {
      scan.innerLines += 1
    } else if (byte === quote) {
      if (at >= limit) {
        stopAtLimit(scan, source)
        if (source.ended) scan.problem = recordProblem.quoteNotClosed
        return false
      }
      if (at + 1 >= limit) return true
      const after = bytes[at + 1]
      if (after !== quote) {
        if (after === comma || after === lineFeed || after === carriageReturn) return true
        stop(scan, at + 1, recordProblem.textAfterQuote)
        return false
      }
      nextSpecial(source)
    }
  }
}

/**
 * Looks for the end of the record that begins at `start`, strictly by RFC 4180; lines may end in LF
 * as well.
 */
export function scanRecord(scan: RecordScan, source: ScanSource, start: number): void {
  const { limit, positions, firstPosition, maxPositions } = source
  const { bytes } = source.room
  scan.open = false
  scan.innerLines = 0
  scan.firstQuote = -1
  scan.problem = recordProblem.none
  let separators = 0
  let fieldStart = start
  goTo(source, Math.floor(start / bytesPerWord), start % bytesPerWord)
  for (;;) {
    const at = nextSpecial(source)
    const byte = bytes[at]
    if (byte === comma) {
      if (separators < maxPositions) positions[firstPosition + separators] = at
      separators += 1
      fieldStart = at + 1
    } else if (byte === lineFeed) {
      scan.end = at
      scan.next = at + 1
      break
    } else if (byte === carriageReturn) {
      endAtCarriageReturn(scan, source, at)
      break
    } else if (at >= limit) {
      stopAtLimit(scan, source)
      break
    } else if (at !== fieldStart) {
      stop(scan, at, recordProblem.quoteInsideText)
      break
    } else {
      if (scan.firstQuote < 0) scan.firstQuote = at
      if (!passQuoted(scan, source)) break
    }
  }
  scan.separators = separators
  if (scan.firstQuote < 0) scan.firstQuote = scan.end
  scan.firstOdd = firstOdd(source.room, start, scan.end)
}
