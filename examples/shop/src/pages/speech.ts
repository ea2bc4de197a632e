import type { Context } from 'hono'
import type { Bilingual } from '../catalogue.ts'
import { english, type Texts } from './texts/english.ts'
import { vietnamese } from './texts/vietnamese.ts'

/** Language of a page with its texts. */
export interface Speech {
  readonly language: keyof Bilingual
  readonly texts: Texts
}

/** The language that Hono's detector found for this request. */
export function speechOf(c: Context): Speech {
  return c.get('language') === 'vi'
    ? { language: 'vi', texts: vietnamese }
    : { language: 'en', texts: english }
}

const vnd = new Intl.NumberFormat('vi-VN', { style: 'currency', currency: 'VND' })

/** An amount as people write it: `250.000 ₫`. */
export function formatVnd(amount: number): string {
  return vnd.format(amount)
}

/** An instant in Vietnam time. */
export function formatTime(unixSeconds: number, { language }: Speech): string {
  return new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(unixSeconds * 1000)
}
