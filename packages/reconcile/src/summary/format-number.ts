import type { Language } from './messages.ts'

// `Intl` is not used: it takes 10 ms to start, a hundredth of the time for comparing a million
// rows, and its Vietnamese format depends on the locale data of the runtime.

const thousandsPoint = { en: ',', vi: '.' } as const
const decimalPoint = { en: '.', vi: ',' } as const

/** Groups digits by thousands, from the right. */
function groupDigits(digits: string, language: Language): string {
  if (digits.length <= 3) return digits
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end))
  }
  return groups.join(thousandsPoint[language])
}

/** Writes how many there are of something, a whole number from 0 on. */
export function formatCount(count: number, language: Language): string {
  return groupDigits(String(count), language)
}

/** Groups the digits of every number in a text as a language does; the rest of the text stays. */
export function formatAmounts(text: string, language: Language): string {
  return text.replaceAll(/(\d+)(?:\.(\d+))?/g, (_found, whole: string, fraction?: string) => {
    const grouped = groupDigits(String(BigInt(whole)), language)
    return fraction === undefined ? grouped : `${grouped}${decimalPoint[language]}${fraction}`
  })
}

/** Writes a day, given as YYYY-MM-DD, as people in Vietnam write it: DD/MM/YYYY. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
