import type { Language } from '@merchant-edge/pages'
import { english } from './messages/english.ts'
import { vietnamese } from './messages/vietnamese.ts'

/** The texts of the pages of orders by language. */
export const orderMessages: Readonly<Record<Language, typeof english>> = {
  vi: vietnamese,
  en: english,
}
