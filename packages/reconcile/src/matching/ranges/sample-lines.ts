import type { RandomAccess } from '../../csv/byte-source.ts'
import type { InputLayout } from '../../layouts.ts'
import { comma, lineFeed, quote } from '../../csv/character-codes.ts'

/** Number of sampled lines of a file (more above 256 MB), and bytes that are read for each. */
const minLines = 1024
const maxLines = 4096
const bytesOfLine = 256 * 1024
const windowBytes = 2048
/** Maximum length of a sampled code. */
const maxCodeBytes = 128

/** End of the field after the field that begins at a position; -1 if the bytes end before. */
function fieldEnd(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at] === quote) at = bytes.indexOf(quote, at + 1) + 1 || bytes.length
  return bytes.indexOf(comma, at)
}

/**
 * The wallet transaction code of the first line that begins in some bytes of a file, if it looks
 * like one.
 */
function codeIn(bytes: Uint8Array, { walletCode }: InputLayout): Uint8Array | undefined {
  let start = bytes.indexOf(lineFeed) + 1
  if (start === 0) return undefined
  for (let column = 0; column < walletCode; column += 1) {
    const end = fieldEnd(bytes, start)
    if (end < 0) return undefined
    start = end + 1
  }
  const end = fieldEnd(bytes, start)
  const isQuoted = bytes[start] === quote
  const code = isQuoted ? bytes.subarray(start + 1, end - 1) : bytes.subarray(start, end)
  return end < 0 || code.length === 0 || code.length > maxCodeBytes ? undefined : code.slice()
}

/**
 * Samples wallet transaction codes of lines throughout an unread file. They are guesses, because a
 * line break may be inside a text. They only determine ranges of probably similar size; correctness
 * does not depend on them.
 */
export function sampleLines(access: RandomAccess, layout: InputLayout): Uint8Array[] {
  const window = new Uint8Array(windowBytes)
  const { sizeBytes } = access
  const wanted = Math.min(maxLines, Math.max(minLines, Math.ceil(sizeBytes / bytesOfLine)))
  const lines = Math.min(wanted, Math.ceil(sizeBytes / windowBytes))
  return Array.from({ length: lines }, (_, index) => {
    const position = Math.floor((index * sizeBytes) / lines)
    return codeIn(window.subarray(0, access.readAt(window, position)), layout)
  }).filter((code) => code !== undefined)
}
