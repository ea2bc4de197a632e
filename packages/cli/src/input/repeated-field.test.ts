import { describe, expect, it } from 'vitest'
import { repeatedField } from './repeated-field.ts'

describe('repeatedField', () => {
  it.each([
    ['{"a":1,"b":2,"a":3}', 'a'],
    ['{"a":{"b":1,"b":2}}', 'b'],
    ['{"list":[{"x":1},{"x":1,"x":2}]}', 'x'],
    // The same name, written otherwise.
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"constructor":1}', undefined],
    ['{"a":"a","b":["a","a"],"c":{"a":1}}', undefined],
    ['{"a":"{\\"a\\":1,\\"a\\":2}: \\\\","b":1}', undefined],
    ['[[{"a":1}],{"a":1}]', undefined],
    [' { "a" : -1.5e3 ,\n "b" : null , "a" : true } ', 'a'],
  ])('finds in %s: %s', (json, name) => {
    JSON.parse(json)

    expect(repeatedField(json)).toBe(name)
  })
})
