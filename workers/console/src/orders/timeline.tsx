import type { TimelineEntry } from '@merchant-edge/orders/api'
import { formatTime, type Language } from '@merchant-edge/pages'
import { Chip, type Tone } from '../layout/chip.tsx'
import { factRows } from '../layout/facts/fact-text.tsx'
import { Facts } from '../layout/facts/facts.tsx'
import { evidenceText } from './evidence.ts'
import { orderMessages } from './messages.ts'
import { timelineTexts } from './timeline-texts.ts'

/**
 * Reliability of a timeline line: proven by the service's signature or file, decided by a person,
 * our own record, or only claimed.
 */
type Weight = 'proof' | 'person' | 'own' | 'claim'

function weightOf(known: string): Weight {
  if (known.startsWith('callback signature of key ')) return 'proof'
  if (known === 'signed query' || known === 'daily file of the service') return 'proof'
  if (known === 'word of a person') return 'person'
  const isClaim =
    known === 'no answer of the service' ||
    known === 'duplicate answer of the service' ||
    known === 'callback without a signature'
  return isClaim ? 'claim' : 'own'
}

const tones: Readonly<Record<Weight, Tone>> = {
  proof: 'good',
  person: 'plain',
  own: 'plain',
  claim: 'warn',
}

/** The timeline of an order, oldest first, each line with its evidence. */
export function Timeline({
  entries,
  language,
}: {
  readonly entries: readonly TimelineEntry[]
  readonly language: Language
}) {
  const messages = orderMessages[language]
  return (
    <ol class="timeline">
      {entries.map(({ seq, at, kind, facts: { known, ...facts } }) => {
        const weight = weightOf(String(known))
        const rows = factRows({ kind, facts, language })
        return (
          <li class={weight} id={`line-${seq}`}>
            <p>
              <strong>{timelineTexts[language].get(kind) ?? kind}</strong>{' '}
              <Chip tone={tones[weight]}>{evidenceText(String(known), language)}</Chip>
            </p>
            <time datetime={new Date(at * 1000).toISOString()}>
              {formatTime(at, language, 'second')}
            </time>
            {rows.length > 0 && (
              <details>
                <summary>{messages.proof}</summary>
                <Facts rows={[['#', String(seq)], ...rows]} />
              </details>
            )}
          </li>
        )
      })}
    </ol>
  )
}
