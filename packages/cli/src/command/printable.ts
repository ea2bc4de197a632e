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
