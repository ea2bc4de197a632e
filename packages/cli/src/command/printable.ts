/**
 * Makes outside text safe to print: control characters, which a terminal would interpret, become
 * escapes. This includes line breaks.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

const charsMax = 60

/**
 * Quotes typed text in a message. Long or unusual text is not repeated, because it may be a key
 * that was pasted into the wrong place.
 */
export function quoted(typed: string): string {
  if (typed.length > charsMax || /BEGIN|[{\n]/.test(typed))
    return `"${printable(typed.slice(0, 8))}…"`
  return `"${printable(typed)}"`
}
