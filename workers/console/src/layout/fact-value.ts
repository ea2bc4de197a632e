import { formatNumber, formatTime, formatVnd, type Language } from '@merchant-edge/pages'
import { layoutMessages } from './messages.ts'

const moneyName = /(?:^|_)vnd(?:_|$)|^order_amount$/
const pointsName = /(?:^|_)points?(?:_|$)/
/** Numbers with such a name are seconds since 1970. */
const timeName = /_(?:at|time)$/

/**
 * Formats a fact of the journal or of an alert: money, points and times as on every page, other
 * values as stored.
 */
export function factValue(
  name: string,
  value: string | number | boolean,
  language: Language,
): string {
  if (typeof value === 'boolean') return layoutMessages[language].truth[value ? 'yes' : 'no']
  if (typeof value !== 'number') return value
  if (moneyName.test(name)) return formatVnd(value, language)
  if (timeName.test(name)) return formatTime(value, language, 'second')
  return pointsName.test(name) ? formatNumber(value, language) : String(value)
}
