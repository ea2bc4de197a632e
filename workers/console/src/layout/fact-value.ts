import { formatNumber, formatVnd, type Language } from '@merchant-edge/pages'

const moneyName = /(?:^|_)vnd(?:_|$)|^order_amount$/
const pointsName = /(?:^|_)points?(?:_|$)/

/**
 * Formats a fact of the journal or of an alert: money and points as on every page, other values as
 * stored.
 */
export function factValue(
  name: string,
  value: string | number | boolean,
  language: Language,
): string {
  if (typeof value !== 'number') return String(value)
  if (moneyName.test(name)) return formatVnd(value, language)
  return pointsName.test(name) ? formatNumber(value, language) : String(value)
}
