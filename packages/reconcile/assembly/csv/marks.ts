import {
  commasStart,
  innerLinesStart,
  markBytes,
  stopsStart,
  textStart,
  unusualsStart,
} from '../../src/module/memory-map'

// Step 1 of both readings: marks the bytes of the text that end a field or a record.

/** Number of bytes that one word of marks covers. */
export const bytesPerMark = 64
/** Number of bytes that are marked at once, few enough to stay in the first-level cache. */
const markedAtOnce = 4096

/** The text is marked up to this position. */
export let marked: i32 = 0
/** All bits are set if the byte before `marked` is inside quotes. */
export let insideQuotes: u64 = 0
/** Whether the text has a line feed inside quotes; their marks are checked then. */
export let hasInnerLines: bool = false
/** 1 when the byte before `marked` ends a field or a record. */
let startsField: u64 = 1
/** 1 when the byte before `marked` is a closing quote. */
let closedBefore: u64 = 0

/** Resets the line feeds inside quotes, because the text is new. */
export function forgetInnerLines(): void {
  hasInnerLines = false
}

/** Begins marking at the start of a record. */
export function markFrom(position: i32): void {
  marked = position
  insideQuotes = 0
  startsField = 1
  closedBefore = 0
}

/** Line feed, carriage return, quote and comma; the first code of printable ASCII, and the number of these codes. */
const bytesLooked: usize = memory.data<u8>([10, 13, 34, 44, 32, 95])

/** A vector of one of these bytes. V8 creates a constant again at each use, with three instructions; loaded values stay in registers. */
@inline
function vectorOf(index: i32): v128 {
  return v128.load8_splat(bytesLooked + index)
}

/** A bit for each of 64 bytes that are equal to a byte. */
@inline
function equalBits(a: v128, b: v128, c: v128, d: v128, byte: v128): u64 {
  return join(
    i8x16.bitmask(i8x16.eq(a, byte)),
    i8x16.bitmask(i8x16.eq(b, byte)),
    i8x16.bitmask(i8x16.eq(c, byte)),
    i8x16.bitmask(i8x16.eq(d, byte)),
  )
}

/** A bit for each of 16 bytes that are equal to one of two. */
@inline
function eitherBits(bytes: v128, one: v128, other: v128): i32 {
  return i8x16.bitmask(v128.or(i8x16.eq(bytes, one), i8x16.eq(bytes, other)))
}

/** A bit for each of 16 bytes that are a control character, DEL, or beyond ASCII. */
@inline
function unusualBits(bytes: v128, first: v128, printable: v128): i32 {
  return i8x16.bitmask(i8x16.ge_u(i8x16.sub(bytes, first), printable))
}

/** Combines the bits of four times sixteen bytes. */
@inline
function join(a: i32, b: i32, c: i32, d: i32): u64 {
  return (<u64>(<u32>(a | (b << 16)))) | ((<u64>(<u32>(c | (d << 16)))) << 32)
}

/** Bit n is set if an odd number of the bits 0 to n are set. */
@inline
function parities(bits: u64): u64 {
  let sums = bits ^ (bits << 1)
  sums ^= sums << 2
  sums ^= sums << 4
  sums ^= sums << 8
  sums ^= sums << 16
  return sums ^ (sums << 32)
}

/**
 * Marks the next part of the text, up to `limit` at most: commas between fields, and ends of records. A quote at a wrong
 * position, and a wrong byte after a closing quote, are marked like ends of records; such a record is then scanned byte by
 * byte.
 */
export function markMore(limit: i32): void {
  const lineFeeds = vectorOf(0)
  const returns = vectorOf(1)
  const quoteMarks = vectorOf(2)
  const commaMarks = vectorOf(3)
  const firstPrintable = vectorOf(4)
  const printables = vectorOf(5)
  let at = marked & ~(bytesPerMark - 1)
  const last = min(limit, at + markedAtOnce)
  for (; at < last; at += bytesPerMark) {
    const from = textStart + at
    const a = v128.load(from)
    const b = v128.load(from, 16)
    const c = v128.load(from, 32)
    const d = v128.load(from, 48)
    let known: u64 = ~0
    if (at < marked) known <<= <u64>(marked - at)
    if (at + bytesPerMark > limit) known &= (<u64>~0) >> <u64>(at + bytesPerMark - limit)
    const quotes = equalBits(a, b, c, d, quoteMarks) & known
    const commas = equalBits(a, b, c, d, commaMarks) & known
    const lineEnds =
      join(
        eitherBits(a, lineFeeds, returns),
        eitherBits(b, lineFeeds, returns),
        eitherBits(c, lineFeeds, returns),
        eitherBits(d, lineFeeds, returns),
      ) & known
    const separators = commas | lineEnds
    const unusual = join(
      unusualBits(a, firstPrintable, printables),
      unusualBits(b, firstPrintable, printables),
      unusualBits(c, firstPrintable, printables),
      unusualBits(d, firstPrintable, printables),
    )
    const mark = <u32>at >> 3
    store<u64>(unusualsStart + mark, unusual | quotes)
    // If the text ends inside these bytes, the state is that after the last available byte.
    const lastBit = 63 - clz(known)
    if ((quotes | insideQuotes | closedBefore) == 0) {
      store<u64>(commasStart + mark, commas)
      store<u64>(stopsStart + mark, lineEnds)
      if (hasInnerLines) markInnerLines(at, 0)
      startsField = (separators >> lastBit) & 1
      continue
    }
    const inside = parities(quotes) ^ insideQuotes
    const closing = quotes & ~inside
    const ends = separators & ~inside
    // The bit before the first available byte describes the byte before it.
    const first = known & (0 - known)
    const afterEnd = ((ends | closing) << 1) | (startsField * first)
    const afterClosing = (closing << 1) | (closedBefore * first)
    const faults =
      (quotes & inside & ~afterEnd) |
      (afterClosing & known & ~(separators | quotes))
    store<u64>(commasStart + mark, commas & ~inside)
    store<u64>(stopsStart + mark, (lineEnds & ~inside) | faults)
    const inner = lineEnds & inside
    if (inner != 0 || hasInnerLines) markInnerLines(at, inner)
    insideQuotes = 0 - ((inside >> lastBit) & 1)
    startsField = ((ends | closing) >> lastBit) & 1
    closedBefore = (closing >> lastBit) & 1
  }
  marked = min(at, limit)
}

/** Marks the line feeds inside quotes among 64 bytes, of which line endings inside quotes are given. */
function markInnerLines(at: i32, inner: u64): void {
  const from = textStart + at
  const feeds = equalBits(
    v128.load(from),
    v128.load(from, 16),
    v128.load(from, 32),
    v128.load(from, 48),
    vectorOf(0),
  )
  if (!hasInnerLines) memory.fill(innerLinesStart, 0, markBytes)
  hasInnerLines = true
  store<u64>(innerLinesStart + (<u32>at >> 3), feeds & inner)
}
