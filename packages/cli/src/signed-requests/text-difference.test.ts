import { describe, expect, it } from 'vitest'
import { textDifference } from './text-difference.ts'

const parts = [
  { name: 'the path', text: '/p' },
  { name: 'the method', text: 'POST' },
  { name: 'the body', text: '{"a":"😀b"}' },
]

describe('textDifference', () => {
  it('finds no difference between equal texts', () => {
    expect(textDifference(parts, '/p;POST;{"a":"😀b"}')).toBeUndefined()
  })

  it.each([
    ['another character', '/p;PUT;{"a":"😀b"}', 'the method', 4],
    ['a text that stops early', '/p;POST;{"a":"😀b"', 'the body', 17],
    ['a text that goes on', '/p;POST;{"a":"😀b"}\n', 'the end of the body', 18],
    ['a character after an astral one', '/p;POST;{"a":"😀c"}', 'the body', 15],
    ['a part that is longer', '/p2;POST;{}', 'the end of the path', 2],
    ['nothing at all', '', 'the path', 0],
  ])('locates %s', (_what, signed, part, index) => {
    expect(textDifference(parts, signed)).toMatchObject({ part, index })
  })

  it('names both characters, and the end of a text', () => {
    expect(textDifference(parts, '/p;POST;{"a":"😀b"}\u00A0')).toMatchObject({
      expected: 'the end of the text',
      signed: 'U+00A0 NO-BREAK SPACE',
    })
  })

  it('puts the caret under the right place after invisible and wide characters', () => {
    const wide = [{ name: 'the body', text: '\t\u200B漢x' }]

    const lines = textDifference(wide, '\t\u200B漢y')?.picture.split('\n')

    expect(lines).toEqual(['expected  ␉<200B>漢x', 'signed    ␉<200B>漢y', `${' '.repeat(19)}^`])
  })
})
