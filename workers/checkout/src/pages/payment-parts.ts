import { formatNumber, formatVnd } from '@merchant-edge/pages'
import type { Locale } from './locale.ts'

/** Money and points, such as `70.000 ₫ + 30 điểm`; nothing for neither. */
export function paymentParts(
  { vnd, points }: { readonly vnd: number; readonly points: number },
  { language, messages }: Locale,
): string {
  const parts = [
    vnd > 0 ? formatVnd(vnd, language) : '',
    points > 0 ? `${formatNumber(points, language)} ${messages.points}` : '',
  ]
  return parts.filter((part) => part !== '').join(' + ')
}
