import type { FieldBytes } from '../csv/fields.ts'

const lineFeed = 10
const carriageReturn = 13
const quote = 34
const comma = 44

/** Position of the quote that ends a field, of well-formed columns, whose first quote is at `open`. */
export function closingQuote(bytes: Uint8Array, open: number, end: number): number {
  let at = open + 1
  for (; at < end; at += 1) {
    if (bytes[at] !== quote) continue
    if (at + 1 === end || bytes[at + 1] !== quote) return at
    at += 1
  }
  return at
}

function needsQuotes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]
    if (byte === quote || byte === comma || byte === lineFeed || byte === carriageReturn)
      return true
  }
  return false
}

/**
 * Copies well-formed columns with their separators, with quotes only where CSV needs them: as `formatRecord` writes their
 * values.
 *
 * @param columns one column or several, with the separators between them
 * @returns where the copy ends, at most as many bytes behind `at` as there are
 */
export function copyShortest(
  { bytes, start, end }: FieldBytes,
  target: Uint8Array,
  at: number,
): number {
  let to = at
  for (let from = start; from < end; from += 1) {
    const byte = bytes[from] ?? 0
    target[to] = byte
    to += 1
    // Inside a field without quotes there is none.
    if (byte !== quote) continue
    const close = closingQuote(bytes, from, end)
    const isNeeded = needsQuotes(bytes, from + 1, close)
    if (!isNeeded) to -= 1
    const last = isNeeded ? close + 1 : close
    for (let inner = from + 1; inner < last; inner += 1, to += 1) target[to] = bytes[inner] ?? 0
    from = close
  }
  return to
}
