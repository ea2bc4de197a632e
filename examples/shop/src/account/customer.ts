import { getCookie, setCookie } from 'hono/cookie'
import { randomId } from '../random-id.ts'
import type { ShopContext } from './sign-on.ts'

const options = { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 365 * 24 * 60 * 60 } as const

/** New ids whose cookie is on the way to the browser: one request makes one id, however often it asks. */
const given = new WeakMap<Request, string>()

async function idOfSubject(issuer: string, subject: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${issuer} ${subject}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hex = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'))
  return `S-${hex.join('')}`
}

function idOfBrowser(c: ShopContext): string | undefined {
  const known = getCookie(c, 'customer')
  return known !== undefined && /^C-[2-9a-hjkmnp-z]{16}$/.test(known) ? known : undefined
}

/**
 * Every id under which whoever sends this request has bought: that of the wallet's subject when signed
 * in, and that of the browser.
 */
export async function knownCustomerIds(c: ShopContext): Promise<readonly string[]> {
  const { identity } = c.var.signOn
  const subject = identity && (await idOfSubject(identity.issuer, identity.subject))
  return [subject, idOfBrowser(c)].filter((id) => id !== undefined)
}

/** The id under which whoever sends this request buys now; a new one for a browser without one. */
export async function customerId(c: ShopContext): Promise<string> {
  const [known] = await knownCustomerIds(c)
  const id = known ?? given.get(c.req.raw) ?? randomId('C')
  if (known === undefined && !given.has(c.req.raw)) {
    given.set(c.req.raw, id)
    setCookie(c, 'customer', id, options)
  }
  return id
}

/** Whether a text is a phone number as the service takes it. */
export function isPhone(text: string | undefined): text is string {
  return text !== undefined && /^0\d{9,10}$/.test(text)
}

/** Phone number that the customer gave for points. */
export function customerPhone(c: ShopContext): string | undefined {
  const phone = getCookie(c, 'phone')
  return isPhone(phone) ? phone : undefined
}

/** Keeps the phone number that the customer gave for points. */
export function keepCustomerPhone(c: ShopContext, phone: string): void {
  setCookie(c, 'phone', phone, options)
}
