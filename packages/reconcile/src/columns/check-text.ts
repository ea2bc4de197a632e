import { columnProblem, type ColumnProblem } from './column-problem.ts'

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

/** Checks a text: UTF-8, its length in characters, and no control characters. */
export function createTextCheck({ required, maxChars, isFree }: TextForm) {
  return (bytes: Uint8Array, start: number, end: number): ColumnProblem => {
    if (start === end) return required ? columnProblem.missing : columnProblem.none
    let characters = end - start
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte >= 32 && byte < 127) continue
      if (byte >= 0x80) {
        const length = longCharacter(bytes, at, end)
        if (length === 0) return columnProblem.notUtf8
        characters -= length - 1
        at += length - 1
      } else if (!isFree || (byte !== 9 && byte !== 10 && byte !== 13)) {
        return columnProblem.controlCharacter
      }
    }
    return characters > maxChars ? columnProblem.tooManyCharacters : columnProblem.none
  }
}
