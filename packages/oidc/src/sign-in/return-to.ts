import { checkArguments } from '@merchant-edge/signing/options'

/**
 * The path is stored in a cookie with the other data of the sign-in; a browser allows 4,096 bytes.
 */
const maxPathChars = 2048

/**
 * Validates the address to go to after sign-in, so that no link can send a customer to another
 * site.
 *
 * @param value path, or address of the same origin; anything else gives `undefined`
 * @param origin such as `https://shop.example`
 */
export function readReturnTo(value: string | undefined, origin: string): string | undefined {
  checkArguments('readReturnTo', {}, { origin })
  if (value === undefined || value.length > maxPathChars) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') {
    return undefined
  }
  const path = `${url.pathname}${url.search}${url.hash}`
  // For a browser a path that begins with two slashes is an address of another host. Escaping may
  // have made it longer.
  return path.startsWith('//') || path.length > maxPathChars ? undefined : path
}
