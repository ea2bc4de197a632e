import type { TimelineEntry } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'
import { orderMessages } from './messages.ts'

/** Text about the evidence of a timeline line. */
export function evidenceText(known: string, language: Language): string {
  const { evidence } = orderMessages[language]
  if (known.startsWith('callback signature of key ')) return evidence.signature
  return new Map(Object.entries(evidence)).get(known) ?? known
}

/**
 * How a line of the timeline is known, with the name of the operator who said it; `undefined` when
 * there is no line.
 */
export function sourceOfLine(
  line: TimelineEntry | undefined,
  language: Language,
): string | undefined {
  if (line === undefined) return undefined
  const facts = new Map(Object.entries(line.facts))
  const who = facts.get('staff_id')
  const known = evidenceText(String(facts.get('known') ?? ''), language)
  return typeof who === 'string' ? `${who} · ${known}` : known
}
