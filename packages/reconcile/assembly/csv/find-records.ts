import {
  batchRecords,
  columnCount,
  commasStart,
  endsStart,
  innerLinesStart,
  linesStart,
  problemsStart,
  separatorCount,
  separatorsAtOnce,
  separatorsStart,
  startsStart,
  stopsStart,
  textBytes,
  textStart,
  unusualsStart,
} from '../../src/module/memory-map'
import { maxRecordBytes } from '../../src/csv/record-limit'
import { bytesPerMark, forgetInnerLines, hasInnerLines, insideQuotes, markFrom, markMore, marked } from './marks'
import {
  carriageReturn,
  emptyLine,
  faultAt,
  findFault,
  lineFeed,
  noProblem,
  quoteNotClosed,
  strayCarriageReturn,
  tooFewColumns,
  tooLong,
  tooManyColumns,
} from './scan-record'

// Step 1 of both readings: cuts the text into records and columns.

/** Records of the batch. */
export let count: i32 = 0
/** Position of the text in its file or range. */
export let textPosition: u64 = 0
let limit: i32 = 0
let position: i32 = 0
let line: f64 = 1
let isStart: bool = true
let hasEnded: bool = false
/** Whether the rest of a malformed line must still be skipped. */
let isDiscarding: bool = false
/** An empty line is a problem only if a record follows it. */
let emptyLineBefore: f64 = 0

/** Begins a file or a range of it; only at the start of a file a byte order mark is skipped. */
export function openText(isFileStart: bool): void {
  count = 0
  textPosition = 0
  limit = 0
  position = 0
  line = 1
  isStart = isFileStart
  hasEnded = false
  isDiscarding = false
  emptyLineBefore = 0
  markFrom(0)
}

/** Moves unread bytes to the front. @returns the address for the next bytes of the file */
export function makeRoom(): i32 {
  if (position > 0) {
    memory.copy(textStart, textStart + position, limit - position)
    limit -= position
    textPosition += position
    position = 0
  }
  forgetInnerLines()
  markFrom(0)
  return limit
}

/** Number of bytes for which the text has room. */
export function roomLeft(): i32 {
  return textBytes - limit
}

/** Adds the bytes that were written to the address of {@link makeRoom}. */
export function addText(length: i32): void {
  limit += length
  if (!isStart || limit < 3) return
  isStart = false
  const isByteOrderMark = (load<u32>(textStart) & 0xffffff) == 0xbfbbef
  if (!isByteOrderMark) return
  position = 3
  markFrom(3)
}

/**
 * Number of bytes of the text after the last complete record: 0 at a record boundary. -1 if the bytes before still affect
 * the next record: an empty line, or the start of a line that is skipped.
 */
export function textBehindBorder(): i32 {
  return emptyLineBefore > 0 || isDiscarding ? -1 : limit - position
}

/** The line on which the next record starts; the text begins on line 1. */
export function nextLine(): f64 {
  return line
}

/** Marks the end of the file. */
export function endText(): void {
  hasEnded = true
}

/** Finds the next records. @returns their number; 0 when more bytes are needed or the file has ended */
export function findRecords(): i32 {
  count = 0
  while (count < batchRecords - 1 && position < limit) {
    if (!(isDiscarding ? discard() : findRecord())) break
  }
  return count
}

/** Number of separators in the record that {@link findStop} has scanned. */
let found: i32 = 0

/**
 * Writes the positions of the marked commas of a word, up to the maximum of a record. It always writes four at once: their
 * number cannot be predicted, and surplus positions are overwritten by the next ones.
 */
@inline
function writeSeparators(separators: usize, word: i32, commas: u64): void {
  let rest = commas
  for (let written = found; rest != 0 && written < separatorCount; written += separatorsAtOnce) {
    for (let index = 0; index < separatorsAtOnce; index += 1) {
      store<i32>(separators + (written + index) * 4, word + <i32>ctz(rest))
      rest &= rest - 1
    }
  }
  found += <i32>popcnt(commas)
}

/**
 * Scans the marks of a record, and writes its separators. @returns where it stops: at its line ending or at a fault;
 * `limit` when the available bytes end before
 */
@inline
function findStop(start: i32, separators: usize): i32 {
  found = 0
  if (start >= marked) markFrom(start)
  let word = start & ~(bytesPerMark - 1)
  let known: u64 = (<u64>~0) << <u64>(start - word)
  for (; word < limit; word += bytesPerMark) {
    if (max(word, start) >= marked) markMore(limit)
    const stops = load<u64>(stopsStart + (word >> 3)) & known
    // All bits below the first stop.
    const before = (stops - 1) & ~stops
    writeSeparators(separators, word, load<u64>(commasStart + (word >> 3)) & known & before)
    if (stops != 0) return word + <i32>ctz(stops)
    known = ~0
  }
  return limit
}

/** @returns false when the available bytes end before the record */
function findRecord(): bool {
  const start = position
  // An empty line is an entry of the batch, before the record that follows it.
  const record = count + (emptyLineBefore > 0 ? 1 : 0)
  const at = findStop(start, separatorsStart + record * separatorCount * 4)
  let end = at
  let next = limit
  let problem = noProblem
  let isOpen = false
  if (at >= limit) {
    if (!hasEnded) isOpen = true
    else if (insideQuotes != 0) problem = quoteNotClosed
  } else {
    const byte = load<u8>(textStart + at)
    if (byte == lineFeed) {
      next = at + 1
    } else if (byte != carriageReturn) {
      problem = findFault(start, limit)
      end = faultAt
    } else if (at + 1 >= limit) {
      if (hasEnded) problem = strayCarriageReturn
      else isOpen = true
    } else if (load<u8>(textStart + at + 1) == lineFeed) {
      next = at + 2
    } else {
      problem = strayCarriageReturn
    }
  }
  const isTooLong = end - start > maxRecordBytes
  if (isOpen && !isTooLong) return false
  if (isTooLong) problem = tooLong
  if (problem != noProblem) return resume(start, problem)
  position = next
  const startLine = line
  line += 1
  if (end == start) {
    if (emptyLineBefore == 0) emptyLineBefore = startLine
    return true
  }
  if (emptyLineBefore > 0) reportEmptyLine()
  const missing = found - (columnCount - 1)
  if (missing != 0) problem = missing < 0 ? tooFewColumns : tooManyColumns
  const added = add(startLine, problem)
  store<i32>(startsStart + added * 4, start)
  store<i32>(endsStart + added * 4, end)
  if (hasInnerLines) line += innerLines(start, end)
  return true
}

/** Number of line feeds inside a record. */
function innerLines(start: i32, end: i32): i32 {
  let word = start & ~(bytesPerMark - 1)
  let mask: u64 = (<u64>~0) << <u64>(start - word)
  let lines = 0
  for (; word < end; word += bytesPerMark) {
    if (word + bytesPerMark > end) mask &= (<u64>~0) >> <u64>(word + bytesPerMark - end)
    lines += <i32>popcnt(load<u64>(innerLinesStart + (word >> 3)) & mask)
    mask = ~0
  }
  return lines
}

/** Position of the first byte from `start` on that is a quote or not printable ASCII; `end` if there is none. */
@inline
export function firstUnusual(start: i32, end: i32): i32 {
  let word = start & ~(bytesPerMark - 1)
  let bits = load<u64>(unusualsStart + (word >> 3)) & ((<u64>~0) << <u64>(start - word))
  while (bits == 0) {
    word += bytesPerMark
    if (word >= end) return end
    bits = load<u64>(unusualsStart + (word >> 3))
  }
  return min(end, word + <i32>ctz(bits))
}

/** Adds a record without bytes. @returns its index in the batch */
function add(startLine: f64, problem: i32): i32 {
  const at = count
  store<i32>(startsStart + at * 4, 0)
  store<i32>(endsStart + at * 4, 0)
  store<f64>(linesStart + at * 8, startLine)
  store<u8>(problemsStart + at, <u8>problem)
  count = at + 1
  return at
}

/** Reports an empty line when a record follows it; at the end of a file an empty line is allowed. */
function reportEmptyLine(): void {
  if (emptyLineBefore == 0) return
  add(emptyLineBefore, emptyLine)
  emptyLineBefore = 0
}

/** The first line feed from a position on; `limit` when there is none. */
function findLineFeed(from: i32): i32 {
  for (let at = from; at < limit; at += 1) if (load<u8>(textStart + at) == lineFeed) return at
  return limit
}

/** Reports a malformed record, and continues after the line on which it starts. */
function resume(start: i32, found: i32): bool {
  let problem = found
  const feed = findLineFeed(start)
  const isKnown = feed < limit
  if (feed - start > maxRecordBytes) problem = tooLong
  else if (!isKnown && !hasEnded && problem != tooLong) return false
  reportEmptyLine()
  add(line, problem)
  position = isKnown ? feed + 1 : limit
  markFrom(position)
  if (isKnown || hasEnded) line += 1
  else isDiscarding = true
  return true
}

/** Skips the rest of a line. @returns false when its end is not known yet */
function discard(): bool {
  const feed = findLineFeed(position)
  const isKnown = feed < limit
  position = isKnown ? feed + 1 : limit
  markFrom(position)
  if (!isKnown && !hasEnded) return false
  isDiscarding = false
  line += 1
  return true
}

/** Keeps only the first records of the batch. */
export function keepRecords(kept: i32): void {
  count = kept
}
