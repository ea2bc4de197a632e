import { describe, expect, it } from 'vitest'
import { createStepCounter } from './count-steps.ts'
import { findPatterns } from './find-patterns.ts'
import { fastGrowth } from './growth.ts'

describe('fastGrowth', () => {
  it.each([
    ['blanks at the end', /\s+$/],
    ['blanks and quotes at both ends', /^[\s"'`]+|[\s"'`]+$/g],
    ['padding', /=+$/],
    ['blanks around a value', /^\s*([A-Za-z0-9-]+)\s*:\s*(.*?)\s*$/],
    ['two neighbouring repetitions of the same class', /^\d+\d+x/],
    ['a repetition of a repetition', /^(?:a+)+$/],
    ['an ambiguous alternative', /^(?:a|aa)+$/],
    ['a repetition before a missing word', /[^>]*<end/],
    ['a lazy repetition', /^.*?,.*?,x/],
    ['a class of letters without regard to case', /^(?:[a-z]+|[A-Z]+)*1$/i],
  ])('finds %s', (_, pattern) => {
    expect(fastGrowth(pattern)).toBeDefined()
  })

  it.each([
    ['one class', /^[A-Za-z0-9_-]{1,64}$/],
    [
      'a class that excludes the character after it',
      /^-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END/,
    ],
    ['a whole class anywhere', /[^\x21-\x7e]/],
    ['every character of a class', /[&<>"']/g],
    ['escapes within quotes', /^"(?:[^"\\]|\\.)*"$/],
    ['a look ahead', /^(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64}$/u],
    ['a look behind', /(?<=[?&])[\w-]+=/g],
    ['a few repetitions', /(?:\+?84|0)\d{8,10}(?![A-Za-z0-9])/g],
    ['digits and more digits', /(\d+)(?:\.(\d+))?/g],
  ])('passes %s', (_, pattern) => {
    expect(fastGrowth(pattern)).toBeUndefined()
  })

  it('returns a text on which the runtime is slow too', () => {
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

  it('rejects unsupported syntax', () => {
    expect(() => createStepCounter(/(a)\1/)).toThrow(SyntaxError)
  })
})

describe('findPatterns', () => {
  it('lists literals and assembled expressions', () => {
    const code = 'const a = /x+/g\nconst b = new RegExp(a.source)\nRegExp("y")\nf(/z/)'

    expect(findPatterns('source.ts', code)).toEqual([
      { line: 1, code: '/x+/g', pattern: /x+/g },
      { line: 2, code: 'new RegExp(a.source)', pattern: undefined },
      { line: 3, code: 'RegExp("y")', pattern: undefined },
      { line: 4, code: '/z/', pattern: /z/ },
    ])
  })
})
