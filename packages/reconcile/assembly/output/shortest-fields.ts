import { copyBytes } from '../csv/fields'
import { carriageReturn, comma, lineFeed, quote } from '../csv/scan-record'

// Columns of a row of the result, from those of a record.

/** A bit for each of 16 bytes that is one. */
@inline
function equalBits(bytes: v128, byte: u8): i32 {
  return i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(byte)))
}

/** Address of the closing quote of a field in well-formed columns; its opening quote is at `open`. */
export function closingQuote(open: usize, end: usize): usize {
  let at = open + 1
  while (at < end) {
    const quotes = equalBits(v128.load(at), quote)
    if (quotes == 0) {
      at += 16
      continue
    }
    at += ctz(quotes)
    if (at + 1 >= end || load<u8>(at, 1) != quote) return min(at, end)
    at += 2
  }
  return end
}

function needsQuotes(start: usize, end: usize): bool {
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at)
    let found =
      equalBits(bytes, quote) | equalBits(bytes, comma) | equalBits(bytes, lineFeed) | equalBits(bytes, carriageReturn)
    if (end - at < 16) found &= (1 << <i32>(end - at)) - 1
    if (found != 0) return true
  }
  return false
}

/**
 * Copies well-formed columns, with quotes only where CSV needs them. Whole vectors are written, even past the end.
 *
 * @returns the end of the copy, which is at most as long as the original
 */
export function copyShortest(start: usize, end: usize, target: usize): usize {
  let from = start
  let to = target
  while (from < end) {
    const bytes = v128.load(from)
    v128.store(to, bytes)
    const quotes = equalBits(bytes, quote)
    const plain = min<usize>(quotes == 0 ? 16 : ctz(quotes), end - from)
    from += plain
    to += plain
    if (plain == 16 || from == end) continue
    // A field without quotes contains no quote, so this one opens a field.
    const close = closingQuote(from, end)
    const isNeeded = needsQuotes(from + 1, close)
    const first = isNeeded ? from : from + 1
    const length = (isNeeded ? close + 1 : close) - first
    copyBytes(to, first, length)
    to += length
    from = close + 1
  }
  return to
}
