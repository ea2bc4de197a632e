import { carriageReturn, comma, lineFeed, quote } from '../csv/character-codes.ts'

/**
 * Position of the quote that ends a field, of well-formed columns, whose first quote is at `open`.
 */
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

/** Well-formed columns with the separators between them, in memory that has a view of it. */
export interface ViewedColumns {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly start: number
  readonly end: number
}

/** Whether one of four bytes is a quote. */
function hasQuote(word: number): boolean {
  const others = word ^ 0x22222222
  return ((others - 0x01010101) & ~others & 0x80808080) !== 0
}

/**
 * Copies well-formed columns, with quotes only where CSV needs them: as `formatRecord` writes their
 * values. Four bytes at once are copied where there are no quotes.
 *
 * @returns where the copy ends, at most as many bytes after `at` as there are
 */
export function copyShortest(
  { bytes, view, start, end }: ViewedColumns,
  target: Pick<ViewedColumns, 'bytes' | 'view'>,
  at: number,
): number {
  let from = start
  let to = at
  while (from < end) {
    for (; from + 4 <= end; from += 4, to += 4) {
      const word = view.getInt32(from)
      if (hasQuote(word)) break
      target.view.setInt32(to, word)
    }
    for (; from < end && bytes[from] !== quote; from += 1, to += 1) {
      target.bytes[to] = bytes[from] ?? 0
    }
    if (from === end) break
    // A field without quotes at its beginning has none inside, so this quote begins the field.
    const close = closingQuote(bytes, from, end)
    const isNeeded = needsQuotes(bytes, from + 1, close)
    const last = isNeeded ? close + 1 : close
    if (!isNeeded) from += 1
    for (; from + 4 <= last; from += 4, to += 4) target.view.setInt32(to, view.getInt32(from))
    for (; from < last; from += 1, to += 1) target.bytes[to] = bytes[from] ?? 0
    from = close + 1
  }
  return to
}
