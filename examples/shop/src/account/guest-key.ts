import * as v from 'valibot'
import { cookieNames, dropCookie, keepCookie, readCookie } from '../pages/cookies.ts'
import type { ShopContext } from '../shop-hono.ts'

/** The key of an order, as in a form or a cookie. */
export const guestKey = v.pipe(v.string(), v.regex(/^[2-9a-hjkmnp-z]{32}$/))

/** A guest can see an order for one day; a signed-in customer can see it longer. */
const keptSeconds = 24 * 60 * 60
const prefix = 'order.'
/** More cookies of this size do not fit into the headers of a request. */
const maxKeys = 50

/** The key of an order that was made in this browser as a guest. */
export function readGuestKey(c: ShopContext, orderId: string): string | undefined {
  const key = v.safeParse(guestKey, readCookie(c, `${prefix}${orderId}`))
  return key.success ? key.output : undefined
}

/** Stores the key of an order in the guest's browser, in a separate cookie. */
export function keepGuestKey(c: ShopContext, orderId: string, key: string): void {
  keepCookie(c, { name: `${prefix}${orderId}`, value: key, maxAge: keptSeconds })
}

/** Keys of all orders that were made in this browser as a guest, at most 50. */
export function guestKeys(c: ShopContext): readonly string[] {
  return cookieNames(c)
    .filter((name) => name.startsWith(prefix))
    .slice(0, maxKeys)
    .flatMap((name) => readGuestKey(c, name.slice(prefix.length)) ?? [])
}

/** Removes the keys of all orders from the browser. */
export function dropGuestKeys(c: ShopContext): void {
  for (const name of cookieNames(c)) if (name.startsWith(prefix)) dropCookie(c, name)
}
