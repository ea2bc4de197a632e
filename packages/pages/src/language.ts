import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'

/** A language that the pages speak, as BCP 47 names it. */
export type Language = 'vi' | 'en'

const cookieName = 'lang'
const secureCookieName = `__Host-${cookieName}`
const rememberedSeconds = 365 * 24 * 60 * 60

function asLanguage(value: string | undefined): Language | undefined {
  return value === 'vi' || value === 'en' ? value : undefined
}

function acceptedLanguage(header: string | undefined): Language | undefined {
  for (const { type } of parseAccept(header ?? '')) {
    const language = asLanguage(type.slice(0, 2).toLowerCase())
    if (language !== undefined) return language
  }
  return undefined
}

/**
 * Chooses the language of a page: `?lang=`, which a cookie remembers for a year, else the cookie, else what
 * the browser prefers. What nobody chose is not remembered: the browser may be set otherwise tomorrow.
 *
 * @param fallback the language when nothing else tells
 */
export function languageOf(c: Context, fallback: Language): Language {
  const chosen = asLanguage(c.req.query('lang'))
  // The prefix binds the cookie to this very host; not every browser takes it over http, on localhost either.
  const secure = URL.parse(c.req.url)?.protocol === 'https:'
  const name = secure ? secureCookieName : cookieName
  if (chosen !== undefined) {
    setCookie(c, name, chosen, {
      path: '/',
      maxAge: rememberedSeconds,
      sameSite: 'Lax',
      httpOnly: true,
      secure,
    })
  }
  return (
    chosen ??
    asLanguage(getCookie(c, name)) ??
    acceptedLanguage(c.req.header('accept-language')) ??
    fallback
  )
}

/** The language that the link on a page changes to. */
export function otherLanguage(language: Language): Language {
  return language === 'vi' ? 'en' : 'vi'
}
