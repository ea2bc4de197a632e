import type { Language } from '@merchant-edge/pages'
import { stopInVietnamese } from '@merchant-edge/reconcile/vi'
import type { Child } from 'hono/jsx'
import { textOfCode } from './fact-codes.ts'
import { factName } from './fact-names.ts'
import type { Fact } from './facts.tsx'
import { causeOf, englishSentence, vietnameseSentence } from './fact-sentences.ts'
import { factValue } from './fact-value.ts'

type Value = string | number | boolean | null

/** Facts of an alert or of a journal line, and its kind. */
export interface FactsOfKind {
  readonly kind: string
  readonly facts: Readonly<Record<string, Value>>
}

/** Facts that are sentences in English. */
const sentenceNames: ReadonlySet<string> = new Set(['error', 'message', 'remedy', 'why'])
/** Facts that name a code of the service. */
const codeNames: ReadonlySet<string> = new Set(['reason', 'turned_away_with'])

/** The text of a fact for a person; `undefined` when its stored value is readable. */
export function factText(
  name: string,
  value: string | number,
  { kind, facts, language }: FactsOfKind & { readonly language: Language },
): string | undefined {
  const text = String(value)
  const ofCode = textOfCode(name, text, language)
  if (ofCode !== undefined) return ofCode
  const codeOfFacts = new Map(Object.entries(facts)).get('code')
  if (sentenceNames.has(name)) {
    if (language === 'en') return englishSentence(text, kind)
    return vietnameseSentence(text, kind) ?? stopInVietnamese(String(codeOfFacts), text)
  }
  if (!codeNames.has(name)) return undefined
  const code = name === 'reason' ? codeOfFacts : value
  return causeOf(kind, Number(code), language)
}

/**
 * The text of a fact with its stored value beside it, for a search; the stored value alone when
 * there is no text.
 */
function Shown({
  name,
  value,
  about,
}: {
  readonly name: string
  readonly value: string | number | boolean
  readonly about: FactsOfKind & { readonly language: Language }
}): Child {
  const { language } = about
  const stored = factValue(name, value, language)
  const text = typeof value === 'boolean' ? undefined : factText(name, value, about)
  const lang = sentenceNames.has(name) && language !== 'en' ? 'en' : undefined
  if (text === undefined) {
    // A text that was formatted for a reader is not a code.
    if (stored !== value) return <span class="number">{stored}</span>
    return (
      <span class="code" lang={lang}>
        {stored}
      </span>
    )
  }
  return (
    <>
      {text}
      <small class="stored" lang={lang}>
        {stored}
      </small>
    </>
  )
}

/** The facts of an alert or of a line of the journal as rows, without those that have no value. */
export function factRows(about: FactsOfKind & { readonly language: Language }): Fact[] {
  return Object.entries(about.facts).flatMap(([name, value]): Fact[] =>
    value === null
      ? []
      : [[factName(name, about.language), <Shown name={name} value={value} about={about} />]],
  )
}
