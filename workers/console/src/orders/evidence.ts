import type { Language } from '@merchant-edge/pages'
import { orderMessages } from './messages.ts'

/** How a line of a timeline is known, in words. */
export function evidenceText(known: string, language: Language): string {
  const { evidence } = orderMessages[language]
  if (known.startsWith('callback signature of key ')) return evidence.signature
  return new Map(Object.entries(evidence)).get(known) ?? known
}
