import { languageOf, type Language } from '@merchant-edge/pages'
import type { Context } from 'hono'
import type { Brand } from './brand.ts'
import { english, type Messages } from './messages/english.ts'
import { vietnamese } from './messages/vietnamese.ts'

/** How a page speaks and looks: the customer's language with its messages, and the merchant's look. */
export interface Locale {
  readonly language: Language
  readonly messages: Messages
  readonly brand: Brand
}

const messages: Readonly<Record<Language, Messages>> = { vi: vietnamese, en: english }

/** Chooses the language of a page, Vietnamese when nothing tells, and the look of the merchant. */
export function chooseLocale(c: Context): Locale {
  const language = languageOf(c, 'vi')
  return { language, messages: messages[language], brand: c.var.brand() }
}
