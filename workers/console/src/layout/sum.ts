import { formatNumber, formatVnd, type Language } from '@merchant-edge/pages'
import { layoutMessages } from './messages.ts'

/** Writes money and points: `120.000 ₫ + 50 points`; money alone when there are no points. */
export function sumOf(
  { vnd, points }: { readonly vnd: number; readonly points: number },
  language: Language,
): string {
  if (points === 0) return formatVnd(vnd, language)
  const written = `${formatNumber(points, language)} ${layoutMessages[language].points}`
  return vnd === 0 ? written : `${formatVnd(vnd, language)} + ${written}`
}
