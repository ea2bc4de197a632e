import type { DifferenceSum } from '../outcome/difference-sums.ts'
import { formatParts } from '../rows/amounts.ts'
import { formatAmounts } from './format-number.ts'
import { type Language, messages } from './messages.ts'

/**
 * What the partner and the service have booked, and the difference. Where neither row of a
 * difference is a success, nothing was booked, which is not a sum of 0.
 */
export function bookedTexts(
  { partner, service }: Pick<DifferenceSum, 'partner' | 'service'>,
  language: Language,
): string[] {
  const { nothingBooked } = messages[language]
  const isNothing = partner === 0n && service === 0n
  return [partner, service, partner - service].map((sum) =>
    isNothing ? nothingBooked : formatAmounts(formatParts(sum), language),
  )
}
