import {
  formatNumber,
  formatTime,
  formatVnd,
  isDay,
  type Language,
  writtenDay,
} from '@merchant-edge/pages'
import { layoutMessages } from '../messages.ts'

const moneyName = /(?:^|_)vnd(?:_|$)|^order_amount$/
const pointsName = /(?:^|_)points?(?:_|$)/
/** Texts with such a name are days. */
const dayName = /^(?:day|found_on|not_named_until)$/
/** Numbers with such a name are seconds since 1970. */
const timeName = /_(?:at|time)$/

/**
 * Formats a fact of the journal or of an alert: money, points, days and times as on every page, other
 * values as stored.
 */
export function factValue(
  name: string,
  value: string | number | boolean,
  language: Language,
): string {
  if (typeof value === 'boolean') return layoutMessages[language].truth[value ? 'yes' : 'no']
  if (typeof value === 'string')
    return dayName.test(name) && isDay(value) ? writtenDay(value) : value
  if (moneyName.test(name)) return formatVnd(value, language)
  if (timeName.test(name)) return formatTime(value, language, 'second')
  return pointsName.test(name) ? formatNumber(value, language) : String(value)
}
