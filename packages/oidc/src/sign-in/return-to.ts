/**
 * Reads where to go after sign-in, so that no link can lead a customer to another site.
 *
 * @param value path, or address of the same origin; anything else gives `undefined`
 * @param origin such as `https://shop.example`
 */
export function readReturnTo(value: string | undefined, origin: string): string | undefined {
  if (value === undefined || value.length > 2048 || !URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') {
    return undefined
  }
  const path = `${url.pathname}${url.search}${url.hash}`
  // A path that begins with two slashes is an address of another host for a browser.
  return path.startsWith('//') ? undefined : path
}
