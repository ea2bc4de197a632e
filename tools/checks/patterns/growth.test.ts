import { describe, expect, it } from 'vitest'
import { createStepCounter } from './count-steps.ts'
import { findPatterns } from './find-patterns.ts'
import { fastGrowth } from './growth.ts'

describe('fastGrowth', () => {
  it.each([
    ['blanks at the end', /\s+$/],
    ['blanks and quotes at either end', /^[\s"'`]+|[\s"'`]+$/g],
    ['padding', /=+$/],
    ['blanks around a value', /^\s*([A-Za-z0-9-]+)\s*:\s*(.*?)\s*$/],
    ['neighbours that take the same', /^\d+\d+x/],
    ['a repetition of a repetition', /^(?:a+)+$/],
    ['a choice that may go either way', /^(?:a|aa)+$/],
    ['a repetition before a word that does not come', /[^>]*<end/],
    ['a lazy repetition', /^.*?,.*?,x/],
    ['a class of letters without regard to case', /^(?:[a-z]+|[A-Z]+)*1$/i],
  ])('finds %s', (_, pattern) => {
    expect(fastGrowth(pattern)).toBeDefined()
  })

  it.each([
    ['one class', /^[A-Za-z0-9_-]{1,64}$/],
    [
      'a class that what follows is not in',
      /^-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END/,
    ],
    ['a whole class anywhere', /[^\x21-\x7e]/],
    ['every sign of a class', /[&<>"']/g],
    ['escapes within quotes', /^"(?:[^"\\]|\\.)*"$/],
    ['a look ahead', /^(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64}$/u],
    ['a look behind', /(?<=[?&])[\w-]+=/g],
    ['a few repetitions', /(?:\+?84|0)\d{8,10}(?![A-Za-z0-9])/g],
    ['digits and more digits', /(\d+)(?:\.(\d+))?/g],
  ])('passes %s', (_, pattern) => {
    expect(fastGrowth(pattern)).toBeUndefined()
  })

  it('shows a text on which the runtime takes as long', () => {
    expect(fastGrowth(/=+$/)).toMatchObject({ text: { before: '', pump: '=' } })
  })
})

describe('createStepCounter', () => {
  it.each([
    [/a/, 'aaaa', 1],
    [/a/g, 'aaaa', 5],
    [/^b/, 'aaaa', 2],
    [/b/, 'aaaa', 5],
    [/^a+b/, 'aaaa', 10],
    [/^(?=a)a/, 'a', 3],
    [/(?<=a)b/, 'ab', 3],
  ])('counts the steps of %s in %j', (pattern, text, steps) => {
    expect(createStepCounter(pattern)(text)).toBe(steps)
  })

  it('refuses what it does not know', () => {
    expect(() => createStepCounter(/(a)\1/)).toThrow(SyntaxError)
  })
})

describe('findPatterns', () => {
  it('lists literals, and what the code puts together', () => {
    const code = 'const a = /x+/g\nconst b = new RegExp(a.source)\nRegExp("y")\nf(/z/)'

    expect(findPatterns('source.ts', code)).toEqual([
      { line: 1, code: '/x+/g', pattern: /x+/g },
      { line: 2, code: 'new RegExp(a.source)', pattern: undefined },
      { line: 3, code: 'RegExp("y")', pattern: undefined },
      { line: 4, code: '/z/', pattern: /z/ },
    ])
  })
})
