/** Control and format characters, which a terminal interprets. */
const interpreted = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/**
 * Makes outside text safe to print: control characters, which a terminal would interpret, become
 * escapes. This includes line breaks.
 */
export function printable(text: string): string {
  return text.replaceAll(
    interpreted,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** Makes a text of several lines safe to print: {@link printable}, but line breaks stay. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

/**
 * JSON that is safe to print, on several lines. `JSON.stringify` escapes only some of the characters
 * that a terminal interprets; a reader of the JSON gets the same values.
 */
export function printableJson(value: object | null): string {
  return JSON.stringify(value, undefined, 2).replaceAll(interpreted, (character) => {
    if (character === '\n') return character
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}

const maxChars = 60

/**
 * Quotes typed text in a message. Long or unusual text is not repeated, because it may be a key
 * that was pasted into the wrong place.
 */
export function quoted(typed: string): string {
  if (typed.length > maxChars || /BEGIN|[{\n]/.test(typed))
    return `"${printable(typed.slice(0, 8))}…"`
  return `"${printable(typed)}"`
}
