import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { localeOf, type Locale } from './locale.ts'
import { messagePage } from './message-page.ts'

/** The page of a form, where it can be filled in again. */
export function pageOfForm(c: Context, { messages }: Locale): { text: string; href: string } {
  return /^\/(?:account|auth)\//.test(c.req.path)
    ? { text: messages.account, href: '/account' }
    : { text: messages.toTheBasket, href: '/basket' }
}

/** A page which says that a form was not processed, with a link back to the form. */
export function refuseForm(
  c: Context,
  why: 'formUnreadable' | 'foreignForm',
  status: ContentfulStatusCode,
): Response | Promise<Response> {
  const locale = localeOf(c)
  const way = pageOfForm(c, locale)
  const text = locale.messages[why]
  const detail = locale.messages.formNotTaken
  return c.html(messagePage(locale, { path: way.href, text, detail, way }), status)
}
