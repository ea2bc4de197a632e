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

  it('are read among all other parameters, in every order', () => {
    const signed = { order_id: '20200302T1', pay_status: 'SUCCESS', transaction_id: 'TX' }
    const unsignedFields = Object.fromEntries(unsignedNames.map((name) => [name, `of ${name}`]))
    const pairs = Object.entries({ ...signed, signature: 'Zm9v', ...unsignedFields, another: 'x' })

    fc.assert(
      fc.property(fc.shuffledSubarray(pairs, { minLength: pairs.length }), (shuffled) => {
        expect(readCallbackQuery(`/ipn?${new URLSearchParams(shuffled)}`)).toEqual({
          signed,
          unsignedFields,
          signature: 'Zm9v',
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

  it.each(signedNames)('accept the same texts as the contract: %s', (name) => {
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

describe('readCallbackQuery', () => {
  const required = 'order_id=20200302T1&pay_status=SUCCESS&transaction_id=TX&signature=Zm9v'

  it('reads a query that has no path', () => {
    expect(readCallbackQuery(`?${required}`)).toMatchObject({
      signed: { order_id: '20200302T1', pay_status: 'SUCCESS', transaction_id: 'TX' },
    })
  })

  it('leaves out unsigned fields that are absent', () => {
    const query = readCallbackQuery(`/ipn?${required}&user_id=`)

    expect('unsignedFields' in query && query.unsignedFields).toStrictEqual({ user_id: '' })
  })

  it.each([...signedNames, 'signature'])('refuses a second %s', (name) => {
    expect(readCallbackQuery(`/ipn?${required}&${name}=a&${name}=a`)).toMatchObject({
      reason: 'parameter_repeated',
      subject: name,
    })
  })

  it.each(signedNames)('refuses bad escapes in %s', (name) => {
    const others = required
      .split('&')
      .filter((pair) => !pair.startsWith(`${name}=`))
      .join('&')

    for (const value of ['%ff', '\ufffd', '\ud800']) {
      expect(readCallbackQuery(`/ipn?${name}=${value}&${others}`), value).toMatchObject({
        reason: 'bad_encoding',
        subject: name,
      })
    }
  })

  it.each(unsignedNames)('leaves out %s when it occurs twice or cannot be decoded', (name) => {
    const others = unsignedNames.filter((other) => other !== name)
    const readable = others.map((other) => `${other}=1`).join('&')

    for (const value of [`a&${name}=a`, '100%', '%e1%fe', '\ufffd', '\ud800']) {
      const query = readCallbackQuery(`/ipn?${required}&${name}=${value}&${readable}`)

      expect('unsignedFields' in query && query.unsignedFields, value).toStrictEqual(
        Object.fromEntries(others.map((other) => [other, '1'])),
      )
    }
  })

  it('accepts an address of 8,192 characters and refuses a longer one', () => {
    const start = `/ipn?${required}&extra_data=`
    const longest = start.padEnd(8192, 'x')

    expect(readCallbackQuery(longest)).toHaveProperty('signed')
    expect(readCallbackQuery(`${longest}x`)).toMatchObject({ reason: 'url_too_long' })
  })
})
