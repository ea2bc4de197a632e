import { getCookie, setCookie } from 'hono/cookie'
import type { ShopContext } from '../shop-hono.ts'

/**
 * Every cookie with data of a customer has the attributes of the session cookie: `Secure` and
 * `__Host-`, so that no other host and no unencrypted connection can set it. Plain http is only for
 * local use, where some browsers reject `Secure` cookies.
 */
function protectionOf(c: ShopContext): { readonly prefix?: 'host'; readonly secure?: true } {
  return c.env.SHOP_URL.startsWith('https:') ? { prefix: 'host', secure: true } : {}
}

/** The value of a cookie of the shop. */
export function readCookie(c: ShopContext, name: string): string | undefined {
  return getCookie(c, name, protectionOf(c).prefix)
}

/** A cookie of the shop; its attributes and the prefix of its name are added when it is stored. */
export interface ShopCookie {
  readonly name: string
  readonly value: string
  /** Seconds; until the browser is closed when left out. */
  readonly maxAge?: number
}

/** Stores a value in the customer's browser. */
export function keepCookie(c: ShopContext, { name, value, maxAge }: ShopCookie): void {
  setCookie(c, name, value, {
    ...protectionOf(c),
    path: '/',
    sameSite: 'Lax',
    httpOnly: true,
    ...(maxAge !== undefined && { maxAge }),
  })
}

/** Removes a cookie from the customer's browser. */
export function dropCookie(c: ShopContext, name: string): void {
  keepCookie(c, { name, value: '', maxAge: 0 })
}

/** The names of all cookies of the shop that a request has brought. */
export function cookieNames(c: ShopContext): readonly string[] {
  const prefix = protectionOf(c).prefix === undefined ? '' : '__Host-'
  return Object.keys(getCookie(c))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
}
