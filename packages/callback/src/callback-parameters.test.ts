import { unsignedCallbackFields, signedCallbackFields } from '@merchant-edge/contract/callback'
import * as fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { unsignedNames, signedForms, signedNames } from './callback-parameters.ts'
import { indexOfName } from './query-parameters.ts'

describe('the forms of the signed fields', () => {
  it('are for the fields of the contract', () => {
    const fields = Object.keys(signedCallbackFields.entries).sort()

    expect(Object.keys(signedForms).sort()).toEqual(fields)
    expect([...signedNames].sort()).toEqual(fields)
    expect([...unsignedNames].sort()).toEqual(Object.keys(unsignedCallbackFields.entries).sort())
  })

  it('have a place each among the known parameters', () => {
    const names = [...signedNames, 'signature', ...unsignedNames]

    expect(names.map(indexOfName)).toEqual(names.map((_, index) => index))
    expect(indexOfName('another')).toBe(names.length)
  })

  it.each(signedNames)('have the same limits as the contract: %s', (name) => {
    for (let count = 0; count <= 70; count += 1) {
      for (const text of ['x'.repeat(count), `20200302T${'1'.repeat(count)}`]) {
        const byContract = safeParse(signedCallbackFields.entries[name], text).success

        expect(signedForms[name].test(text), text).toBe(byContract)
      }
    }
  })

  it.each(signedNames)('take the same texts as the contract: %s', (name) => {
    const near = fc.oneof(
      fc.string({
        unit: fc.constantFrom(...Array.from('aZ09_-T;. \n\u00e9\u0661')),
        maxLength: 70,
      }),
      fc.stringMatching(/^\d{7,9}T\d{0,42}\n?$/),
      fc.stringMatching(/^[A-Za-z0-9_-]{0,70}$/),
    )

    fc.assert(
      fc.property(near, (text) => {
        const byContract = safeParse(signedCallbackFields.entries[name], text).success

        expect(signedForms[name].test(text)).toBe(byContract)
      }),
      { numRuns: 2_000 },
    )
  })
})
