import { type RecordProblem, recordProblem } from './record-batch.ts'
import { maxRecordBytes } from './record-limit.ts'
import { carriageReturn, comma, lineFeed, quote } from './character-codes.ts'

/** Number of bytes of a file that are scanned at once. */
export const pieceBytes = 128 * 1024
/** Size of a {@link ScanBuffer}: a multiple of {@link bytesPerWord}. */
export const batchBytes = maxRecordBytes + pieceBytes + 64
/** Bytes of text that one 32-bit integer of a bitmap marks: a bit for each byte. */
export const bytesPerWord = 32

/** A chunk of a file, with bitmaps of the bytes that matter to a CSV parser. */
export interface ScanBuffer {
  /** {@link batchBytes} bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Bit `n` of word `w`: byte `32 w + n` is a comma, a quote, a line feed or a carriage return. */
  readonly specials: Int32Array
  /** The same for bytes that are not printable ASCII: control characters, and all from 127 on. */
  readonly unprintables: Int32Array
  /**
   * Computes the bitmaps of the bytes from `from` to `to`, both multiples of {@link bytesPerWord}.
   */
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
 * A buffer whose bitmaps are computed in TypeScript, for every runtime.
 *
 * @param bytes {@link batchBytes} bytes to work in; allocated when left out
 */
export function scriptScanBuffer(bytes = new Uint8Array(batchBytes)): ScanBuffer {
  const specials = new Int32Array(batchBytes / bytesPerWord)
  const unprintables = new Int32Array(batchBytes / bytesPerWord)
  return {
    bytes,
    specials,
    unprintables,
    mark(from, to) {
      for (let word = from / bytesPerWord; word < to / bytesPerWord; word += 1) {
        let specialBits = 0
        let unprintableBits = 0
        const at = word * bytesPerWord
        for (let bit = 0; bit < bytesPerWord; bit += 1) {
          const kind = kindOf[bytes[at + bit] ?? 0] ?? 0
          specialBits |= (kind & special) << bit
          unprintableBits |= (kind >>> 1) << bit
        }
        specials[word] = specialBits
        unprintables[word] = unprintableBits
      }
    },
  }
}

/**
 * Number of bytes whose bitmaps are computed at once, few enough to stay in the first-level cache.
 */
const markedAtOnce = 4096

/** The result of scanning one record. */
export interface RecordScan {
  /** Whether the available bytes end before the record. */
  open: boolean
  /** Position after the record, before its line ending. */
  end: number
  /** First byte after its line ending. */
  next: number
  /** Number of separators, including those beyond the columns of the layout. */
  separators: number
  /** Line feeds inside quotes. */
  innerLines: number
  /** Position of the first quoted field; the end if there is none. */
  firstQuote: number
  /** Position of the first byte that is not printable ASCII; the end if there is none. */
  firstUnprintable: number
  problem: RecordProblem
}

/** The bytes to scan, and the positions of the scan. */
export interface ScanSource {
  readonly room: ScanBuffer
  /**
   * Position after the available bytes. The byte there is a quote, a sentinel that stops every
   * scan.
   */
  limit: number
  /** Bitmaps are computed up to this position, from the start of the next record on. */
  marked: number
  /** Whether the file ends at `limit`. */
  ended: boolean
  /** The index of the current word of the bitmap, and its unused bits. */
  word: number
  bits: number
  /**
   * Target of the positions of separators: array, first index, and maximum number for one record.
   */
  readonly positions: Int32Array
  firstPosition: number
  readonly maxPositions: number
}

function stop(scan: RecordScan, at: number, problem: RecordProblem): void {
  scan.end = at
  scan.problem = problem
}

/** Ends the scan at the end of the available bytes. */
function stopAtLimit(scan: RecordScan, source: ScanSource): void {
  scan.open = !source.ended
  scan.end = source.limit
  scan.next = source.limit
}

/** Ends the record at a carriage return, which a line feed must follow. */
function endAtCarriageReturn(scan: RecordScan, source: ScanSource, at: number): void {
  if (at + 1 >= source.limit) {
    if (source.ended) return stop(scan, at, recordProblem.strayCarriageReturn)
    stopAtLimit(scan, source)
    // If a line feed follows, the carriage return does not count to the length of the record.
    scan.end = at
  } else if (source.room.bytes[at + 1] === lineFeed) {
    scan.end = at
    scan.next = at + 2
  } else {
    stop(scan, at, recordProblem.strayCarriageReturn)
  }
}

/** Computes the next part of the bitmaps, from `from` or later. */
function markMore(source: ScanSource, from: number): void {
  const { room, limit } = source
  const first = Math.max(source.marked, from - (from % bytesPerWord))
  const last = Math.min(first + markedAtOnce, limit + bytesPerWord - (limit % bytesPerWord))
  room.mark(first, last)
  source.marked = last
}

/** Loads the 32-bit integer at an index of the bitmap, without its bits for bytes before `from`. */
function goTo(source: ScanSource, word: number, from: number): void {
  const firstByte = word * bytesPerWord
  if (firstByte >= source.marked) markMore(source, firstByte)
  source.word = word
  source.bits = (source.room.specials[word] ?? 0) & (-1 << from)
}

/** Position of the next special byte; the last special byte is the sentinel at the limit. */
function nextSpecial(source: ScanSource): number {
  while (source.bits === 0) goTo(source, source.word + 1, 0)
  const { bits } = source
  source.bits = bits & (bits - 1)
  return source.word * bytesPerWord + 31 - Math.clz32(bits & -bits)
}

/** Position of the first unprintable byte from `start` on; `end` if there is none before `end`. */
function firstUnprintable({ unprintables }: ScanBuffer, start: number, end: number): number {
  let word = Math.floor(start / bytesPerWord)
  let bits = (unprintables[word] ?? 0) & (-1 << (start % bytesPerWord))
  while (bits === 0) {
    word += 1
    if (word * bytesPerWord >= end) return end
    bits = unprintables[word] ?? 0
  }
  return Math.min(end, word * bytesPerWord + 31 - Math.clz32(bits & -bits))
}

/**
 * Scans a quoted field whose opening quote has been read.
 *
 * @returns whether the record continues after the field
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
 * Scans the record that begins at `start`, strictly by RFC 4180, except that lines may end in LF
 * alone.
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
  scan.firstUnprintable = firstUnprintable(source.room, start, scan.end)
}
