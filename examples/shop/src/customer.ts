import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomId } from './random-id.ts'

const options = { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 365 * 24 * 60 * 60 } as const

/**
 * The shop's own id of whoever uses this browser; a real shop takes it from its login.
 */
export function customerId(c: Context): string {
  const known = getCookie(c, 'customer')
  if (known !== undefined && /^C-[2-9a-hjkmnp-z]{16}$/.test(known)) return known
  const id = randomId('C')
  setCookie(c, 'customer', id, options)
  return id
}

/** Phone number that the customer gave for points. */
export function customerPhone(c: Context): string | undefined {
  const phone = getCookie(c, 'phone')
  return phone !== undefined && /^0\d{9,10}$/.test(phone) ? phone : undefined
}

/** Keeps the phone number that the customer gave for points. */
export function keepCustomerPhone(c: Context, phone: string): void {
  setCookie(c, 'phone', phone, options)
}
