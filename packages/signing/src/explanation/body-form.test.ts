import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyFormProblem } from '../explain.ts'

describe('bodyFormProblem', () => {
  it.each([
    '',
    '{}',
    'no JSON at all',
    '{"a":1,"b":[1,2,{"c":null}]}',
    '{"a":"Phở, \\"1: 2\\" [3, 4]","b":" x "}',
    '{"a":"NFD e\u0301, 🍜"}',
    '{"a":"\\\\u00e1","b":"\\u0000\\u001f\\n\\/"}',
    '{"a":"\\ud83c"}',
  ])('finds nothing wrong with %s', (body) => {
    expect(bodyFormProblem(body)).toBeUndefined()
  })

  it.each(['{"a": 1}', ' {}', '{}\n', '{"a":1, "b":2}', '[1,\t2]', '{\r\n"a":1}', '{"a\\\\": 1}'])(
    'finds the space in %j',
    (body) => {
      expect(bodyFormProblem(body)).toContain('spaces')
    },
  )

  it.each([
    '{"a":"\\u00e1"}',
    '{"a":"\\u00E1"}',
    '{"a":"\\\\\\u00e1"}',
    '{"a":"\\ud83c\\udf5c"}',
    '{"\\u1edf":1}',
    '{"a":"\\u0041\\ud83c\\u00e1"}',
  ])('finds the escape in %s', (body) => {
    expect(bodyFormProblem(body)).toContain('escapes')
  })

  it('finds nothing wrong with what JSON.stringify writes, and everything with an indent', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        const value: unknown = JSON.parse(text)
        expect(bodyFormProblem(JSON.stringify(value))).toBeUndefined()
        expect(bodyFormProblem(JSON.stringify([value], null, 1))).toContain('spaces')
      }),
    )
  })

  it('refuses what is no text', () => {
    expect(() => Reflect.apply(bodyFormProblem, undefined, [{}])).toThrow('bodyFormProblem')
  })
})
