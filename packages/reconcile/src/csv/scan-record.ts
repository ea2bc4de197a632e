import { type RecordProblem, recordProblem } from './record-batch.ts'

/** Longest record, in bytes without its line ending; a longer one is a malformed row. */
export const maxRecordBytes = 16 * 1024
/** How much of a file is looked at in one go. */
export const pieceBytes = 128 * 1024
/** Bytes that a batch of records needs: a multiple of {@link bytesPerWord}. */
export const batchBytes = maxRecordBytes + pieceBytes + 64
/** Bytes whose marks are the bits of one word. */
export const bytesPerWord = 32

/** Memory in which records are found, with a bit for each byte that a reader of CSV must look at. */
export interface BatchRoom {
  /** {@link batchBytes} bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Bit `n` of word `w`: byte `32 w + n` is a comma, a quote, a line feed or a carriage return. */
  readonly specials: Int32Array
  /** The same for bytes that are no printable ASCII: control characters, and all from 127 on. */
  readonly odds: Int32Array
  /** Writes the marks of the bytes from `from` to `to`, both multiples of {@link bytesPerWord}. */
  mark(from: number, to: number): void
}

const special = 1
const odd = 2

const kindOf = Uint8Array.from(
  { length: 256 },
  (_, byte) =>
    (',"\r\n'.includes(String.fromCharCode(byte)) ? special : 0) |
    (byte < 32 || byte >= 127 ? odd : 0),
)

/**
 * A room whose marks are written in script: runs everywhere.
 *
 * @param bytes {@link batchBytes} bytes to work in; its own when left out
 */
export function scriptBatchRoom(bytes = new Uint8Array(batchBytes)): BatchRoom {
  const specials = new Int32Array(batchBytes / bytesPerWord)
  const odds = new Int32Array(batchBytes / bytesPerWord)
  return {
    bytes,
    specials,
    odds,
    mark(from, to) {
      for (let word = from / bytesPerWord; word < to / bytesPerWord; word += 1) {
        let specialBits = 0
        let oddBits = 0
        const at = word * bytesPerWord
        for (let bit = 0; bit < bytesPerWord; bit += 1) {
          const kind = kindOf[bytes[at + bit] ?? 0] ?? 0
          specialBits |= (kind & special) << bit
          oddBits |= (kind >>> 1) << bit
        }
        specials[word] = specialBits
        odds[word] = oddBits
      }
    },
  }
}

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
