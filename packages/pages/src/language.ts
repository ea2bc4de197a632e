import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'

/** A language of the pages, as a BCP 47 tag. */
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
 * Determines the language of a page: `?lang=`, which is stored in a cookie for a year, else the
 * cookie, else the preference of the browser. Only an explicit choice is stored, because the
 * browser's preference may change.
 *
 * @param fallback the language when none of these is set
 */
export function languageOf(c: Context, fallback: Language): Language {
  const chosen = asLanguage(c.req.query('lang'))
  // The prefix binds the cookie to this host; not every browser accepts it over http, even on
  // localhost.
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
