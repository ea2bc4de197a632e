/**
 * Decodes a name or a value of a query, in which `+` is a space.
 *
 * @returns `undefined` when it is not percent-encoded UTF-8, or holds the mark of lost bytes
 */
export function decodeParameter(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.includes('\ufffd') ? undefined : decoded
  } catch {
    return undefined
  }
}
