import { characterName } from './character-name.ts'

/** The first place in which two signed texts differ. */
export interface TextDifference {
  /** Part of the expected text in which it lies. */
  readonly part: string
  /** Characters before the place, counted as code points from the start of the text. */
  readonly index: number
  /** Character that the service expects there, with its name. */
  readonly expected: string
  /** Character that was signed there, with its name. */
  readonly signed: string
  /** Both texts around the place, with a caret under it; three lines. */
  readonly picture: string
}

/** One part of a signed text, in order, such as `the nonce`. */
export interface NamedPart {
  readonly name: string
  readonly text: string
}

const charsAround = 32

/** Makes a character visible with a known width on the screen. */
function visible(character: string): string {
  if (character === '\n') return '␊'
  if (character === '\r') return '␍'
  if (character === '\t') return '␉'
  if (!/[\p{C}\p{M}\u2028\u2029\u00A0]/u.test(character)) return character
  return `<${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
}

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}]/u

function columnsOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
}

function pictureOf(expected: readonly string[], signed: readonly string[], index: number): string {
  const from = Math.max(0, index - charsAround)
  const lead = from > 0 ? '…' : ''
  const show = (characters: readonly string[]): string => {
    const tail = characters.length > index + charsAround ? '…' : ''
    return (
      lead +
      characters
        .slice(from, index + charsAround)
        .map(visible)
        .join('') +
      tail
    )
  }
  const before = lead + expected.slice(from, index).map(visible).join('')
  return [
    `expected  ${show(expected)}`,
    `signed    ${show(signed)}`,
    `${' '.repeat(10 + columnsOf(before))}^`,
  ].join('\n')
}

function partAt(parts: readonly NamedPart[], index: number): string {
  let end = 0
  for (const { name, text } of parts) {
    end += Array.from(text).length
    if (index < end) return name
    if (index === end) return `the end of ${name}`
    end += 1
  }
  return 'the end of the text'
}

/**
 * Finds the first place in which the signed text differs from the expected one, character by
 * character.
 *
 * @param parts parts of the expected text, which a semicolon joins
 * @param signedText text that the caller signed
 * @returns `undefined` when they are equal
 */
export function textDifference(
  parts: readonly NamedPart[],
  signedText: string,
): TextDifference | undefined {
  const expected = Array.from(parts.map(({ text }) => text).join(';'))
  const signed = Array.from(signedText)
  const longest = Math.max(expected.length, signed.length)
  let index = 0
  while (index < longest && expected[index] === signed[index]) index += 1
  if (index === longest) return undefined
  return {
    part: partAt(parts, index),
    index,
    expected: characterName(expected[index]),
    signed: characterName(signed[index]),
    picture: pictureOf(expected, signed, index),
  }
}
