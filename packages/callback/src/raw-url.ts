/** Codes of the characters that mean something in a query. */
export const ampersand = 38
export const percent = 37
export const plus = 43
export const equals = 61

const encoder = new TextEncoder()

/**
 * The bytes of the URL that is being read. The next URL is written over them, so nothing that is made of
 * them may wait in between; a new array would cost as much as all else that is done with it.
 */
export const rawBytes = new Uint8Array(9 * 8192 + 4)

/**
 * Puts a URL of at most 8192 characters into {@link rawBytes}, with `&` behind its end.
 *
 * @returns the URL with all that is not ASCII escaped, so that each character stands where its byte does
 */
export function loadRawUrl(url: string): string {
  const { written } = encoder.encodeInto(url, rawBytes)
  if (written !== url.length) {
    return loadRawUrl(url.replace(/[^\0-\x7f]+/g, encodeURIComponent))
  }
  rawBytes[written] = ampersand
  return url
}
