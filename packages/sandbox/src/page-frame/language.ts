import type { Context, MiddlewareHandler } from 'hono'
import { languageDetector } from 'hono/language'
import { english, type Messages } from '../messages/english.ts'
import { vietnamese } from '../messages/vietnamese.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { isHttps } from './is-https.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Language of the pages. */
export type Language = 'en' | 'vi'

/** Language of a page and its messages. */
export interface Speech {
  readonly language: Language
  readonly messages: Messages
}

function detectorWith({ cookie, secure }: { readonly cookie: string; readonly secure: boolean }) {
  return languageDetector({
    supportedLanguages: ['en', 'vi'],
    fallbackLanguage: 'en',
    order: ['querystring', 'cookie', 'header'],
    lookupQueryString: 'lang',
    lookupCookie: cookie,
    caches: ['cookie'],
    cookieOptions: { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: yearSeconds },
  })
}

const overHttp = detectorWith({ cookie: 'lang', secure: false })
// The prefix binds the cookie to this host, and works over https only.
const overHttps = detectorWith({ cookie: '__Host-lang', secure: true })

/** Finds the language: `?lang=`, which is remembered in a cookie, else that of the browser. */
export const detectLanguage: MiddlewareHandler<SandboxHono> = (c, next) =>
  (isHttps(c) ? overHttps : overHttp)(c, next)

/** The language that {@link detectLanguage} found, with its messages. */
export function chooseLanguage(c: Context): Speech {
  return c.get('language') === 'vi'
    ? { language: 'vi', messages: vietnamese }
    : { language: 'en', messages: english }
}

const localeTags: Readonly<Record<Language, string>> = { vi: 'vi-VN', en: 'en-GB' }

/**
 * An amount of money as the language writes it: `250.000 ₫` in Vietnamese, `250,000 ₫` in English.
 */
export function formatVnd(amount: number, language: Language): string {
  return `${formatNumber(amount, language)}\u00a0₫`
}

/** A number as the language writes it: `1.234` in Vietnamese, `1,234` in English. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeTags[language]).format(value)
}

/** Loyalty points as the language writes them: `1.234 điểm` in Vietnamese. */
export function formatPoints(points: number, { language, messages }: Speech): string {
  return `${formatNumber(points, language)} ${messages.pointsOfNumber}`
}

/** A phone number as pages show it, by its last three digits: `••• 002`. */
export function formatPhone(phone: string): string {
  return `•••\u00a0${phone.slice(-3)}`
}

/** An instant in Vietnam time. */
export function formatTime(unixSeconds: number, language: Language): string {
  return new Intl.DateTimeFormat(localeTags[language], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(unixSeconds * 1000)
}
