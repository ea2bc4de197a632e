import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import { english, type Messages } from './messages/english.ts'
import { vietnamese } from './messages/vietnamese.ts'

/** A language that the pages speak. */
export type Language = 'vi' | 'en'

/** The language of a page with its messages. */
export interface Locale {
  readonly language: Language
  readonly messages: Messages
}

const messages: Readonly<Record<Language, Messages>> = { vi: vietnamese, en: english }
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
 * Chooses the language of a page: `?lang=`, which is then remembered, else the cookie, else what the
 * browser prefers, else Vietnamese.
 */
export function chooseLocale(c: Context): Locale {
  const asked = asLanguage(c.req.query('lang'))
  if (asked !== undefined) {
    setCookie(c, 'lang', asked, {
      path: '/',
      maxAge: rememberedSeconds,
      sameSite: 'Lax',
      httpOnly: true,
      secure: URL.parse(c.req.url)?.protocol === 'https:',
    })
  }
  const language =
    asked ??
    asLanguage(getCookie(c, 'lang')) ??
    acceptedLanguage(c.req.header('accept-language')) ??
    'vi'
  return { language, messages: messages[language] }
}
