import { unsignedCallbackFields, signedCallbackFields } from '@merchant-edge/contract/callback'
import * as fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { readCallbackQuery, signedForms, signedNames, unsignedNames } from './callback-query.ts'

describe('the forms of the signed fields', () => {
  it('are for the fields of the contract', () => {
    const fields = Object.keys(signedCallbackFields.entries).sort()

    expect(Object.keys(signedForms).sort()).toEqual(fields)
    expect([...signedNames].sort()).toEqual(fields)
    expect([...unsignedNames].sort()).toEqual(Object.keys(unsignedCallbackFields.entries).sort())
  })

  it('are read with all other parameters, in every order', () => {
    const signed = { order_id: '20200302T1', pay_status: 'SUCCESS', transaction_id: 'TX' }
    const unsignedFields = Object.fromEntries(unsignedNames.map((name) => [name, `of ${name}`]))
    const pairs = Object.entries({ ...signed, signature: 'Zm9v', ...unsignedFields, another: 'x' })

    fc.assert(
      fc.property(fc.shuffledSubarray(pairs, { minLength: pairs.length }), (shuffled) => {
        expect(readCallbackQuery(`/ipn?${new URLSearchParams(shuffled)}`)).toEqual({
          signed,
          unsignedFields,
          signature: new TextEncoder().encode('foo'),
          spacesRestored: false,
        })
      }),
    )
  })

  it.each(signedNames)('have the same limits as the contract: %s', (name) => {
    for (let count = 0; count <= 70; count += 1) {
      for (const text of ['x'.repeat(count), '.'.repeat(count), '\u{1f4b0}'.repeat(count)]) {
        const byContract = safeParse(signedCallbackFields.entries[name], text).success

        expect(signedForms[name].test(text), text).toBe(byContract)
      }
    }
  })

  it.each(signedNames)('take the same texts as the contract: %s', (name) => {
    const near = fc.oneof(
      fc.string({
        unit: fc.constantFrom(
          ...Array.from('aZ09_-T;.:%/ \n\t\u00a0\u00e9\u0661\u0085\u{1f4b0}'),
          '\ud800',
        ),
        maxLength: 70,
      }),
      fc.stringMatching(/^\d{7,9}T\d{0,42}\n?$/),
      fc.stringMatching(/^[A-Za-z0-9_-]{0,70}$/),
    )

    fc.assert(
      fc.property(near, (text) => {
        const byContract = safeParse(signedCallbackFields.entries[name], text).success

        expect(signedForms[name].test(text), JSON.stringify(text)).toBe(byContract)
      }),
      { numRuns: 2_000 },
    )
  })
})
