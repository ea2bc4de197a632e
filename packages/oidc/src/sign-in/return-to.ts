/** It stands in a cookie with the rest of the sign-in, of which a browser keeps 4,096 bytes. */
const longestPath = 2048

/**
 * Reads where to go after sign-in, so that no link can lead a customer to another site.
 *
 * @param value path, or address of the same origin; anything else gives `undefined`
 * @param origin such as `https://shop.example`
 */
export function readReturnTo(value: string | undefined, origin: string): string | undefined {
  if (value === undefined || value.length > longestPath) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') {
    return undefined
  }
  const path = `${url.pathname}${url.search}${url.hash}`
  // A path that begins with two slashes is an address of another host for a browser. Escaped, it may have grown.
  return path.startsWith('//') || path.length > longestPath ? undefined : path
}
