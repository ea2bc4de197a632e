import { describe, expect, it } from 'vitest'
import { checkForeignRules } from './foreign-rules.ts'

describe('rules from a file or a setting', () => {
  it('are read as written', () => {
    const rules = [
      { name: 'merchant-qr', mid: 'STORE-*', tid: '' },
      { name: 'old till', invoiceCode: 'TILL-*', type: '-1' },
    ]

    expect(checkForeignRules(rules)).toEqual(rules)
    expect(checkForeignRules([])).toEqual([])
  })

  it.each([
    ['no list', { name: 'x', mid: 'A' }, 'The rules must be a list of at most 100, such as'],
    ['too many', Array.from({ length: 101 }, () => ({ name: 'x', mid: 'A' })), 'at most 100'],
    ['no rule', [{ name: 'x', mid: 'A' }, 'y'], 'rules[1] must be a rule'],
    ['a list for a rule', [[]], 'rules[0] must be a rule'],
    ['no name', [{ mid: 'A' }], 'rules[0].name must have 1 to 64 characters.'],
    ['a long name', [{ name: 'x'.repeat(65), mid: 'A' }], 'rules[0].name must have'],
    ['an unknown field', [{ name: 'x', store: 'A' }], 'rules[0] has the field "store"; a rule has'],
    ['a number', [{ name: 'x', tid: 7 }], 'rules[0].tid must be a text.'],
    ['a long text', [{ name: 'x', tid: 'x'.repeat(1001) }], 'rules[0].tid must have at most 1000'],
    ['another type', [{ name: 'x', mid: 'A', type: '0' }], 'rules[0].type must be "1"'],
    ['nothing that must hold', [{ name: 'x', type: '1' }], 'rules[0] must name one of mid'],
    ['what holds for all', [{ name: 'x', mid: '*', tid: '*' }], 'rules[0] must name one of mid'],
    ['a field of every object', [{ name: 'x', mid: 'A', constructor: 'y' }], '"constructor"'],
  ])('are refused in words: %s', (_name, rules, words) => {
    expect(() => checkForeignRules(rules)).toThrow(words)
  })
})
