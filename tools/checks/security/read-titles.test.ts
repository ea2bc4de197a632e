import { describe, expect, test } from 'vitest'
import { readCitations } from './read-citations.ts'
import { readTitles } from './read-titles.ts'
import { countsOf, problemsOfRows, readRows } from './verification-rows.ts'

describe('the titles of tests', () => {
  test('are read from plain, repeated and conditional tests, not from comments', () => {
    const code = `
      // test('a comment', () => {})
      describe('a group', () => {
        test('a plain one', () => {})
        test.each([1, 2])('a repeated one: %s', () => {})
        test.skipIf(x).each(rows)(\`a template\`, () => {})
        expect(other('no test')).toBe(1)
      })`
    expect([...readTitles('a.test.ts', code)]).toEqual([
      'a group',
      'a plain one',
      'a repeated one: %s',
      'a template',
    ])
  })

  test('are not read from a file that cannot be parsed', () => {
    expect(() => readTitles('a.test.ts', 'test(')).toThrow(TypeError)
  })
})

describe('a citation', () => {
  test('is a path and one or more titles, with its line', () => {
    const markdown =
      'Held by\n`a/b.test.ts`: "one", "two"; `c/d.ts`: "three". `e.ts` is cited for nothing.'
    expect(readCitations(markdown)).toEqual([
      { file: 'a/b.test.ts', title: 'one', line: 2 },
      { file: 'a/b.test.ts', title: 'two', line: 2 },
      { file: 'c/d.ts', title: 'three', line: 2 },
    ])
  })
})

describe('a row of the standard', () => {
  const row = (held: string, proof: string): string => `| 1.2.3 | 2 | Asks | ${held} | ${proof} |`

  test.each([
    ['yes', '`a.test.ts`: "one | two"'],
    ['yes', 'No test: the platform does it, as its manual says.'],
    ['no', 'Missing: nobody has written a sweep for it yet.'],
  ])('with the state %s passes with a proof or a reason: %s', (held, proof) => {
    expect(problemsOfRows(readRows(row(held, proof)))).toEqual([])
  })

  test.each([
    ['yes', 'we are sure of it'],
    ['no', 'Missing: x'],
    ['no', '`a.test.ts`: "one"'],
    ['perhaps', '`a.test.ts`: "one"'],
  ])('with the state %s does not pass with: %s', (held, proof) => {
    expect(problemsOfRows(readRows(row(held, proof)))).toHaveLength(1)
  })

  test('exists once, with a level', () => {
    const twice = `${row('yes', '`a.test.ts`: "one"')}\n| 1.2.3 | 4 | Asks | yes | \`a.test.ts\`: "one" |`
    expect(problemsOfRows(readRows(twice))).toHaveLength(2)
  })

  test('is counted by level', () => {
    expect(countsOf(readRows(row('yes', '`a.test.ts`: "one"')))).toContain('| 2 | 1 | 1 | 1 | 0 |')
  })
})
