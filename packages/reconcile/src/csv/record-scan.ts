import { recordProblem, type RecordProblem } from './record-problem.ts'

const quote = 34
const comma = 44
const lineFeed = 10
const carriageReturn = 13

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
  problem: RecordProblem
}

/** Where a scan looks. */
export interface ScanSource {
  readonly bytes: Uint8Array
  /** Where the known bytes end; the byte there is a quote, which stops every loop. */
  limit: number
  /** No bytes follow those before `limit`. */
  ended: boolean
  /** Where positions of separators are written, and how many at most for one record. */
  readonly positions: Int32Array
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

/**
 * Passes a quoted field that begins at `start`.
 *
 * @returns the first byte after its closing quote, or -1 when the scan is over
 */
function passQuoted(scan: RecordScan, source: ScanSource, start: number): number {
  const { bytes, limit } = source
  if (scan.firstQuote < 0) scan.firstQuote = start
  let at = start + 1
  for (;;) {
    const byte = bytes[at] ?? quote
    if (byte > quote) {
      at += 1
    } else if (byte !== quote) {
      if (byte === lineFeed) scan.innerLines += 1
      at += 1
    } else if (at >= limit) {
      stopAtLimit(scan, source)
      if (source.ended) scan.problem = recordProblem.quoteNotClosed
      return -1
    } else if (bytes[at + 1] === quote && at + 1 < limit) {
      at += 2
    } else {
      return at + 1
    }
  }
}

/** A carriage return ends the record when a line feed follows it. */
function endAtCarriageReturn(scan: RecordScan, source: ScanSource, at: number): void {
  if (at + 1 >= source.limit) {
    if (source.ended) return stop(scan, at, recordProblem.strayCarriageReturn)
    stopAtLimit(scan, source)
    // Perhaps it belongs to the line ending, and then it does not count to the length.
    scan.end = at
  } else if (source.bytes[at + 1] === lineFeed) {
    scan.end = at
    scan.next = at + 2
  } else {
    stop(scan, at, recordProblem.strayCarriageReturn)
  }
}

/**
 * Looks for the end of the record that begins at `start`, strictly by RFC 4180; lines may end in LF
 * as well.
 *
 * @param firstPosition where in `positions` the separators of this record go
 */
export function scanRecord(
  scan: RecordScan,
  source: ScanSource,
  { start, firstPosition }: { start: number; firstPosition: number },
): void {
  const { bytes, limit, positions, maxPositions } = source
  scan.open = false
  scan.innerLines = 0
  scan.firstQuote = -1
  scan.problem = recordProblem.none
  let separators = 0
  let at = start
  let fieldStart = start
  for (;;) {
    const byte = bytes[at] ?? quote
    if (byte > comma) {
      at += 1
    } else if (byte === comma) {
      if (separators < maxPositions) positions[firstPosition + separators] = at
      separators += 1
      at += 1
      fieldStart = at
    } else if (byte === lineFeed) {
      scan.end = at
      scan.next = at + 1
      break
    } else if (byte === carriageReturn) {
      endAtCarriageReturn(scan, source, at)
      break
    } else if (byte !== quote) {
      at += 1
    } else if (at >= limit) {
      stopAtLimit(scan, source)
      break
    } else if (at !== fieldStart) {
      stop(scan, at, recordProblem.quoteInsideText)
      break
    } else {
      at = passQuoted(scan, source, at)
      if (at < 0) break
      const after = bytes[at] ?? quote
      if (at < limit && after !== comma && after !== lineFeed && after !== carriageReturn) {
        stop(scan, at, recordProblem.textAfterQuote)
        break
      }
    }
  }
  scan.separators = separators
  if (scan.firstQuote < 0) scan.firstQuote = scan.end
}
