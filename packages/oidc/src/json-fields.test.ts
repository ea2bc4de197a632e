import { describe, expect, it } from 'vitest'
import {
  integerOf,
  isFields,
  listOf,
  parseFields,
  requiredTextOf,
  textOf,
  textsOf,
} from './json-fields.ts'

describe('parseFields', () => {
  it.each(['', '{', 'null', '[]', '"a"', '7'])('reads nothing from %j', (text) => {
    expect(parseFields(text)).toBeUndefined()
  })

  it('reads an object', () => {
    expect(parseFields('{"a":1}')).toEqual({ a: 1 })
  })
})

describe('isFields', () => {
  it.each([undefined, null, [], 'a', 7, () => ({})])('is none: %s', (value) => {
    expect(isFields(value)).toBe(false)
  })
})

describe('a field', () => {
  const fields = {
    text: 'a',
    empty: '',
    nothing: null,
    number: 0,
    texts: ['a', 'b'],
    mixed: ['a', 7],
    list: [{ a: 1 }, {}],
    broken: [{ a: 1 }, null],
    fraction: 0.5,
    large: 2 ** 53,
  }
  const read = (item: object) => Object.keys(item).length

  it('is undefined when it is absent, null or inherited', () => {
    for (const name of ['absent', 'nothing', 'constructor', '__proto__']) {
      expect(textOf(fields, name)).toBeUndefined()
      expect(integerOf(fields, name)).toBeUndefined()
      expect(textsOf(fields, name)).toBeUndefined()
      expect(listOf(fields, name, read)).toBeUndefined()
      expect(() => requiredTextOf(fields, name)).toThrow(new TypeError(name))
    }
  })

  it('is read as it is', () => {
    expect([textOf(fields, 'text'), textOf(fields, 'empty')]).toEqual(['a', ''])
    expect(requiredTextOf(fields, 'empty')).toBe('')
    expect(integerOf(fields, 'number')).toBe(0)
    expect(textsOf(fields, 'texts')).toEqual(['a', 'b'])
    expect(listOf(fields, 'list', read)).toEqual([1, 0])
  })

  it.each([
    ['number', textOf],
    ['number', requiredTextOf],
    ['texts', textOf],
    ['text', integerOf],
    ['fraction', integerOf],
    ['large', integerOf],
    ['text', textsOf],
    ['mixed', textsOf],
    ['list', textsOf],
  ])('%s is of another type than %o reads', (name, of) => {
    expect(() => of(fields, name)).toThrow(new TypeError(name))
  })

  it.each(['text', 'texts', 'broken', 'number'])('%s is no list of objects', (name) => {
    expect(() => listOf(fields, name, read)).toThrow(new TypeError(name))
  })
})
