import type { Language } from '@merchant-edge/pages'
import { orderMessages } from './messages.ts'

/** Text about the evidence of a timeline line. */
export function evidenceText(known: string, language: Language): string {
  const { evidence } = orderMessages[language]
  if (known.startsWith('callback signature of key ')) return evidence.signature
  return new Map(Object.entries(evidence)).get(known) ?? known
}
