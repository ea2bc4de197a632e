import { languageOf, type Language } from '@merchant-edge/pages'
import type { Context } from 'hono'
import type { Brand } from './brand.ts'
import { english, type Messages } from './messages/english.ts'
import { vietnamese } from './messages/vietnamese.ts'

/** Language, messages and brand of a page. */
export interface Locale {
  readonly language: Language
  readonly messages: Messages
  readonly brand: Brand
}

const messages: Readonly<Record<Language, Messages>> = { vi: vietnamese, en: english }

/** Determines the language of a page, Vietnamese by default, and the brand of the merchant. */
export function chooseLocale(c: Context): Locale {
  const language = languageOf(c, 'vi')
  return { language, messages: messages[language], brand: c.var.brand() }
}
