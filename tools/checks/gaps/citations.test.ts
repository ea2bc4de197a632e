import { describe, expect, it } from 'vitest'
import { citationsIn } from './citations.ts'
import { coverHeading, readCovered } from './read-covered.ts'

const identifiersIn = (text: string) =>
  citationsIn(text).map(({ number, identifier }) => `${number} ${identifier}`)

describe('citationsIn', () => {
  it.each([
    ['/** Unit of a time. Assumes G-07. */\nexport const unixTime = 1', 'G-07 unixTime'],
    ['/**\n * Assumes G-10.\n */\nexport function answer() {}', 'G-10 answer'],
    ['interface A {\n  /** Assumes G-81. */\n  readonly gender?: string\n}', 'G-81 gender'],
    ['  /** Assumes G-64. */\n  available_from: v.number(),', 'G-64 available_from'],
    ["  'qr-code': 1, // Assumes G-16.", 'G-16 qr-code'],
    ["export const refundOrder = {\n  gaps: ['G-14'],\n}", 'G-14 refundOrder'],
    ['export const query = {\n  at() {\n    // Assumes G-08.\n    return 1\n  },\n}', 'G-08 query'],
  ])('names what a citation is about: %j', (text, identifier) => {
    expect(identifiersIn(text)).toEqual([identifier])
  })

  it('does not mistake ids of gift codes for numbers', () => {
    expect(identifiersIn("const codes = ['G-1', 'G-0001']")).toEqual([])
  })
})

describe('readCovered', () => {
  it('reads the identifiers of each number, and nothing from the register above the table', () => {
    const markdown = `| G-01 | query | no |\n\n${coverHeading}\n\n| No. | Identifiers |\n|---|---|\n| G-07 | \`unixTime\`, \`expired_at\` |\n`

    expect([...readCovered(markdown)]).toEqual([['G-07', new Set(['unixTime', 'expired_at'])]])
  })
})
