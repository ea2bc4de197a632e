import type { Context } from 'hono'
import { languageDetector } from 'hono/language'
import { english, type Messages } from '../messages/english.ts'
import { vietnamese } from '../messages/vietnamese.ts'

/** Language of the pages. */
export type Language = 'en' | 'vi'

/** Language of a page and its messages. */
export interface Speech {
  readonly language: Language
  readonly messages: Messages
}

/** Finds the language: `?lang=`, which is remembered in a cookie, else that of the browser. */
export const detectLanguage = languageDetector({
  supportedLanguages: ['en', 'vi'],
  fallbackLanguage: 'en',
  order: ['querystring', 'cookie', 'header'],
  lookupQueryString: 'lang',
  lookupCookie: 'lang',
  caches: ['cookie'],
  cookieOptions: { sameSite: 'Lax', secure: false, maxAge: 365 * 24 * 60 * 60 },
})

/** The language that {@link detectLanguage} found, with its messages. */
export function chooseLanguage(c: Context): Speech {
  return c.get('language') === 'vi'
    ? { language: 'vi', messages: vietnamese }
    : { language: 'en', messages: english }
}

/** An amount of money as people write it: `250.000 ₫`. */
export function formatVnd(amount: number): string {
  return new Intl.NumberFormat('vi-VN', { style: 'currency', currency: 'VND' }).format(amount)
}

/** A number of points as people write it. */
export function formatPoints(points: number): string {
  return new Intl.NumberFormat('vi-VN').format(points)
}

/** An instant in Vietnam time. */
export function formatTime(unixSeconds: number, language: Language): string {
  return new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(unixSeconds * 1000)
}
