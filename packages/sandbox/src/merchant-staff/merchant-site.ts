import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { pageAfterLogIn } from '../gate/page-after-log-in.ts'
import { isHttps } from '../page-frame/is-https.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { messagePage } from '../page-frame/layout.ts'
import { merchantSectionPaths, type MerchantSpeech } from '../page-frame/merchant-sections.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { findSession } from './sessions.ts'
import type { Staff } from './staff.ts'
import { admissionOf, mayOpen, sectionsFor } from './staff-rights.ts'

/** Environment of the routes of the merchant site: they find who is logged in in `c.var.staff`. */
export interface MerchantSiteHono extends SandboxHono {
  Variables: SandboxHono['Variables'] & { staff: Staff }
}

/** A request to a page of the merchant site. */
export type MerchantContext = Context<MerchantSiteHono>

/** Where people of a merchant log in. */
export const merchantLogInPath = '/merchant/log-in'

/**
 * The name of the session's cookie; the prefix binds it to this host, and works over https only.
 */
export function sessionCookieName(c: Context): string {
  return isHttps(c) ? '__Host-merchant-session' : 'merchant-session'
}

/** The token of the session that a browser has sent; empty without one. */
export function sessionToken(c: Context): string {
  return getCookie(c, sessionCookieName(c)) ?? ''
}

/**
 * The language of a page of the merchant site, with who is logged in and what that account may
 * open.
 */
export function merchantSpeech(c: MerchantContext): MerchantSpeech {
  const { staff } = c.var
  const { merchantName, userName } = staff
  const sections = sectionsFor(staff, merchantSectionPaths)
  return { ...chooseLanguage(c), site: { merchantName, userName, sections } }
}

/**
 * Guards every page of the merchant site: without a log-in it redirects to the log-in page, and it
 * refuses an account without the right for the page.
 */
export const requireStaff: MiddlewareHandler<MerchantSiteHono> = async (c, next) => {
  if (c.req.path === merchantLogInPath) return next()
  const staff = await findSession(c.var.sandbox, sessionToken(c))
  if (staff === undefined) {
    const asked = pageAfterLogIn(c)
    const way = asked === undefined ? '' : `?next=${encodeURIComponent(asked)}`
    return c.redirect(merchantLogInPath + way, 303)
  }
  if (!mayOpen(staff, admissionOf(c.req.path))) {
    const speech = chooseLanguage(c)
    const { noRightTitle: title, noRightText: text } = speech.messages
    return c.html(messagePage(speech, { title, text, path: '/merchant' }), 403)
  }
  c.set('staff', staff)
  return next()
}
