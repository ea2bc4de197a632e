import { formatNumber, formatVnd, type Language } from '@merchant-edge/pages'

const moneyName = /(?:^|_)vnd(?:_|$)|^order_amount$/
const pointsName = /(?:^|_)points?(?:_|$)/

/** Writes a fact of the journal or of an alert: money and points as every page writes them, anything else as it is kept. */
export function factValue(
  name: string,
  value: string | number | boolean,
  language: Language,
): string {
  if (typeof value !== 'number') return String(value)
  if (moneyName.test(name)) return formatVnd(value, language)
  return pointsName.test(name) ? formatNumber(value, language) : String(value)
}
