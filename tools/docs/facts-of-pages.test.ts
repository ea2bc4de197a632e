import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { factName } from '../../workers/console/src/layout/facts/fact-names.ts'
import { factText } from '../../workers/console/src/layout/facts/fact-text.tsx'
import { readFacts } from './read-facts.ts'

// Goal: no fact of an alert or of a timeline is shown by its name or its code alone. Method: every fact that the source of
// the order store writes down, with every text that its types and its literals allow.

const facts = readFacts(join(import.meta.dirname, '../..')).filter(({ name }) =>
  /^[a-z\d_]+$/.test(name),
)

/** Names of variables such as `data` are those of other objects too: these are their properties. */
const ofOtherObjects = new Set([
  'alert',
  'at',
  'data',
  'decided',
  'dispute',
  'facts',
  'known',
  'money',
  'order',
  'totals',
  'transfer',
  'type',
])
const written = facts.filter(({ name }) => !ofOtherObjects.has(name))
/** Its texts are titles of alerts, which have a test of their own. */
const texts = written.filter(({ name }) => name !== 'alert_kind')

describe.each(['vi', 'en'] as const)('in %s', (language) => {
  it('every fact that the order store writes has a name', () => {
    const nameless = written.filter(({ name }) => factName(name, language) === name)

    expect(written.length).toBeGreaterThan(200)
    expect(nameless).toEqual([])
  })

  it('every code of a fact has a text', () => {
    const bare = texts.flatMap(({ place, name, texts: all }) =>
      all
        .filter((text) => !/\s/.test(text))
        .filter((text) => factText(name, text, { kind: '', facts: {}, language }) === undefined)
        .map((text) => `${place}: ${name} ${text}`),
    )

    expect(texts.flatMap(({ texts: all }) => all).length).toBeGreaterThan(60)
    expect(bare).toEqual([])
  })
})

it('every sentence of a fact has a Vietnamese text', () => {
  const sentences = texts.flatMap(({ name, texts: all }) =>
    all
      .filter((text) => /\s/.test(text))
      .map((text) => ({ name, text: text.replaceAll('*', '4010001') })),
  )
  const english = sentences.filter(
    ({ name, text }) =>
      factText(name, text, { kind: 'query_failing', facts: {}, language: 'vi' }) === undefined,
  )

  expect(sentences.length).toBeGreaterThan(5)
  expect(english).toEqual([])
})
