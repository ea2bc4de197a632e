/**
 * Makes text from outside safe to show: control characters, which a terminal would obey, become
 * escapes. Line breaks are control characters as well.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

const charsMax = 60

/**
 * Quotes what was typed for a message. Long or odd text is not repeated: it may be a key that was pasted
 * into the wrong place.
 */
export function quoted(typed: string): string {
  if (typed.length > charsMax || /BEGIN|[{\n]/.test(typed))
    return `"${printable(typed.slice(0, 8))}…"`
  return `"${printable(typed)}"`
}
