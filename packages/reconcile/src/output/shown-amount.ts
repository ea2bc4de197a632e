import type { Language } from './summary-words.ts'

const decimalPoint = { en: '.', vi: ',' } as const

/** Amounts in a text, with their digits grouped as a language does; the rest stays. */
export function shownAmount(text: string, language: Language): string {
  return text.replaceAll(/(\d+)(?:\.(\d+))?/g, (_found, whole: string, fraction?: string) => {
    const grouped = BigInt(whole).toLocaleString(language)
    return fraction === undefined ? grouped : `${grouped}${decimalPoint[language]}${fraction}`
  })
}
