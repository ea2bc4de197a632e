import type { Language } from '@merchant-edge/pages'
import { english } from './messages/english.ts'
import { vietnamese } from './messages/vietnamese.ts'

/** Every text of the pages of daily files. */
export type DailyFilesMessages = typeof english

/** The texts of the pages of daily files by language. */
export const dailyFilesMessages: Readonly<Record<Language, DailyFilesMessages>> = {
  vi: vietnamese,
  en: english,
}
