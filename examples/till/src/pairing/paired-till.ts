import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { TillContext, TillHono } from '../till-hono.ts'
import { type Till, tillKey } from '../till-settings.ts'

const cookieName = 'till'
const pairedSeconds = 30 * 24 * 60 * 60

/** Plain http is only for local use, where some browsers reject `Secure` cookies. */
function protectionOf(c: TillContext): { readonly prefix?: 'host'; readonly secure?: true } {
  return c.var.settings.tillOrigin.startsWith('https:') ? { prefix: 'host', secure: true } : {}
}

/** Pairs the device with a till for 30 days, by a cookie that TILL_PASSWORD signs. */
export async function pairDevice(c: TillContext, till: Till): Promise<void> {
  const { ports, settings } = c.var
  const until = ports.nowSeconds() + pairedSeconds
  await setSignedCookie(c, cookieName, `${until} ${tillKey(till)}`, settings.password, {
    ...protectionOf(c),
    path: '/',
    sameSite: 'Strict',
    httpOnly: true,
    maxAge: pairedSeconds,
  })
}

/** Ends the pairing of the device. */
export function unpairDevice(c: TillContext): void {
  deleteCookie(c, cookieName, { ...protectionOf(c), path: '/' })
}

/**
 * The till that the device is paired with; `undefined` when it is not paired, or its till was
 * removed.
 */
export async function pairedTill(c: TillContext): Promise<Till | undefined> {
  const { ports, settings } = c.var
  const { prefix } = protectionOf(c)
  const value = await getSignedCookie(c, settings.password, cookieName, prefix)
  if (typeof value !== 'string') return undefined
  const [, until = '0', key = ''] = /^(\d{1,12}) (.+)$/.exec(value) ?? []
  if (Number(until) <= ports.nowSeconds()) return undefined
  return settings.tills.find((till) => tillKey(till) === key)
}

/** Lets paired devices pass, and redirects all others to the pairing page. */
export const pairedOnly = createMiddleware<TillHono>(async (c, next) => {
  const till = await pairedTill(c)
  if (till === undefined) return c.redirect('/till/pair', 303)
  c.set('till', till)
  return next()
})
