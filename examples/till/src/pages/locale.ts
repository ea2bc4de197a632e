import { languageOf, type Language } from '@merchant-edge/pages'
import type { Context } from 'hono'
import { english, type Messages } from './messages/english.ts'
import { vietnamese } from './messages/vietnamese.ts'

/** Language of a page with its messages. */
export interface Locale {
  readonly language: Language
  readonly messages: Messages
}

const messages: Readonly<Record<Language, Messages>> = { vi: vietnamese, en: english }

/** Chooses the language of a page; Vietnamese when nothing tells. */
export function localeOf(c: Context): Locale {
  const language = languageOf(c, 'vi')
  return { language, messages: messages[language] }
}
