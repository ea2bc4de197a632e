import type { ShopContext } from '../shop-hono.ts'

/** The first 128 bits of a SHA-256, in hexadecimal. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const bytes = new Uint8Array(digest).subarray(0, 16)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The id of the customer who is signed in, made of issuer and subject; nothing when nobody is. Wallets are linked
 * and charged under it, so that it comes from the session alone.
 */
export async function signedInId(c: ShopContext): Promise<string | undefined> {
  const { identity } = c.var.signOn
  return identity && `S-${await digestOf(`${identity.issuer} ${identity.subject}`)}`
}

/** Whether an id is that of a customer who was signed in, who may have linked a wallet. */
export function isSignedInId(id: string): boolean {
  return id.startsWith('S-')
}

/**
 * The id under which a guest buys: it belongs to one order, and whoever has the key of that order is the guest.
 *
 * @param key the key that the page of the order form made
 */
export async function guestId(key: string): Promise<string> {
  return `G-${await digestOf(key)}`
}
