import { formatNumber, formatVnd } from '@merchant-edge/pages'
import type { Locale } from '../pages/locale.ts'

/** Money in VND, and points. */
export interface MoneyAndPoints {
  readonly vnd: number
  readonly points: number
}

/** An amount of money and points, without what is zero of it. */
export function sumText({ vnd, points }: MoneyAndPoints, { language, messages }: Locale): string {
  return [
    ...(vnd > 0 ? [formatVnd(vnd, language)] : []),
    ...(points > 0 ? [`${formatNumber(points, language)} ${messages.points}`] : []),
  ].join(' + ')
}
