import type { ShopContext } from '../shop-hono.ts'

/** The first 128 bits of a SHA-256, in hexadecimal. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const bytes = new Uint8Array(digest).subarray(0, 16)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The id of the signed-in customer, derived from issuer and subject; `undefined` when nobody is
 * signed in. Wallets are linked and charged under this id, so it comes only from the session.
 */
export async function signedInId(c: ShopContext): Promise<string | undefined> {
  const { identity } = c.var.signOn
  return identity && `S-${await digestOf(`${identity.issuer} ${identity.subject}`)}`
}

/** Whether an id is that of a signed-in customer, who may have a linked wallet. */
export function isSignedInId(id: string): boolean {
  return id.startsWith('S-')
}

/**
 * The id of a guest: it belongs to one order, and a browser with the key of that order counts as
 * the guest.
 *
 * @param key the key that the page of the order form made
 */
export async function guestId(key: string): Promise<string> {
  return `G-${await digestOf(key)}`
}
