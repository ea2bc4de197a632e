import * as v from 'valibot'
import { cookieNames, dropCookie, keepCookie, readCookie } from '../pages/cookies.ts'
import type { ShopContext } from '../shop-hono.ts'

/** The key of an order as a form or a cookie brings it. */
export const guestKey = v.pipe(v.string(), v.regex(/^[2-9a-hjkmnp-z]{32}$/))

/** A guest sees an order for a day; whoever wants it longer signs in before buying. */
const keptSeconds = 24 * 60 * 60
const prefix = 'order.'

/** The key of an order that this browser has made as a guest. */
export function readGuestKey(c: ShopContext, orderId: string): string | undefined {
  const key = v.safeParse(guestKey, readCookie(c, `${prefix}${orderId}`))
  return key.success ? key.output : undefined
}

/** Keeps the key of an order in the guest's browser, under a name of its own. */
export function keepGuestKey(c: ShopContext, orderId: string, key: string): void {
  keepCookie(c, { name: `${prefix}${orderId}`, value: key, maxAge: keptSeconds })
}

/** Removes the keys of all orders from the browser. */
export function dropGuestKeys(c: ShopContext): void {
  for (const name of cookieNames(c)) if (name.startsWith(prefix)) dropCookie(c, name)
}
