import type { FieldBytes } from '../csv/unquote-bytes.ts'
import { columnProblem, type ColumnProblem } from './column-problem.ts'

const quote = 34

/** How many bytes the character that starts with this byte has; 0 when none starts with it. */
function characterBytes(first: number): number {
  if (first < 0xc2) return 0
  if (first < 0xe0) return 2
  if (first < 0xf0) return 3
  return first < 0xf5 ? 4 : 0
}

/** Whether the second byte of a long character makes no overlong form, surrogate, or number past Unicode. */
function isSecondByte(first: number, second: number): boolean {
  if (second < 0x80 || second > 0xbf) return false
  if (first === 0xe0) return second >= 0xa0
  if (first === 0xed) return second < 0xa0
  if (first === 0xf0) return second >= 0x90
  return first !== 0xf4 || second < 0x90
}

/** How many bytes the character at `at` has, which begins with no ASCII; 0 when it is no UTF-8. */
function longCharacter(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0
  const length = characterBytes(first)
  if (length < 2 || at + length > end || !isSecondByte(first, bytes[at + 1] ?? 0)) return 0
  for (let inner = at + 2; inner < at + length; inner += 1) {
    if (((bytes[inner] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

/** Which texts a column takes. */
export interface TextForm {
  readonly required: boolean
  readonly maxChars: number
  /** Line breaks and tabs may stand in it. */
  readonly isFree: boolean
}

/** Checks a text that is printable ASCII throughout by its length alone. */
export function checkPlainText({ required, maxChars }: TextForm, length: number): ColumnProblem {
  if (length > maxChars) return columnProblem.tooManyCharacters
  return length === 0 && required ? columnProblem.missing : columnProblem.none
}

/**
 * Checks a text: UTF-8, its length in characters, and no control characters. A field in quotes is
 * checked as it stands in the file, where two quotes are one character.
 */
export function checkText(
  { required, maxChars, isFree }: TextForm,
  { bytes, start, end }: FieldBytes,
): ColumnProblem {
  const isQuoted = bytes[start] === quote && end > start
  const first = isQuoted ? start + 1 : start
  const last = isQuoted ? end - 1 : end
  if (first >= last) return required ? columnProblem.missing : columnProblem.none
  let characters = last - first
  for (let at = first; at < last; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 32 && byte < 127) continue
    if (byte >= 0x80) {
      const length = longCharacter(bytes, at, last)
      if (length === 0) return columnProblem.notUtf8
      characters -= length - 1
      at += length - 1
    } else if (!isFree || (byte !== 9 && byte !== 10 && byte !== 13)) {
      return columnProblem.controlCharacter
    }
  }
  if (isQuoted && characters > maxChars) characters -= quotes(bytes, first, last) / 2
  return characters > maxChars ? columnProblem.tooManyCharacters : columnProblem.none
}

function quotes(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) if (bytes[at] === quote) count += 1
  return count
}
