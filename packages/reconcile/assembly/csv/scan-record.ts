import { textStart } from '../../src/module/memory-map'

// Step 1 of both readings, for records with a quote at a wrong position.

export const noProblem: i32 = 0
export const emptyLine: i32 = 1
export const tooLong: i32 = 2
export const quoteNotClosed: i32 = 3
export const textAfterQuote: i32 = 4
export const quoteInsideText: i32 = 5
export const strayCarriageReturn: i32 = 6
export const tooFewColumns: i32 = 7
export const tooManyColumns: i32 = 8

export const lineFeed: u8 = 10
export const carriageReturn: u8 = 13
export const quote: u8 = 34
export const comma: u8 = 44

/** Position of the first fault of the last record. */
export let faultAt: i32 = 0

/** The problem of the record at `start`, in which the marks have found a fault. */
export function findFault(start: i32, limit: i32): i32 {
  let fieldStart = start
  for (let at = start; at < limit; at += 1) {
    const byte = load<u8>(textStart + at)
    if (byte == comma) {
      fieldStart = at + 1
    } else if (byte == quote) {
      faultAt = at
      if (at != fieldStart) return quoteInsideText
      at = closingQuote(at + 1, limit)
      if (at + 1 >= limit) break
      const after = load<u8>(textStart + at + 1)
      faultAt = at + 1
      if (after != comma && after != lineFeed && after != carriageReturn) return textAfterQuote
    }
  }
  return noProblem
}

/** The quote that closes a field whose first byte is given; `limit` when none does. */
function closingQuote(from: i32, limit: i32): i32 {
  for (let at = from; at < limit; at += 1) {
    if (load<u8>(textStart + at) != quote) continue
    if (at + 1 >= limit || load<u8>(textStart + at + 1) != quote) return at
    at += 1
  }
  return limit
}
