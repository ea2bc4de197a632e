import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  IssuedCode,
  OpenId,
  OrderReferenceId,
  ServiceOrderId,
  ServiceToken,
  UnrestrictedId,
} from './ids.ts'

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 35,
})

describe('OrderReferenceId', () => {
  it.each([
    ['1 character', 'A', true],
    ['35 characters', 'A'.repeat(35), true],
    ['36 characters', 'A'.repeat(36), false],
    ['nothing', '', false],
    ['a space', 'A 1', false],
    ['a line break', 'A\n', false],
    ['a letter beyond ASCII', 'Đ-1', false],
    ['a number', 1, false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(OrderReferenceId, value)).toBe(accepted)
  })

  it('takes every printable id of 1 to 35 characters and hands it on unchanged', () => {
    fc.assert(
      fc.property(printable, (id) => {
        expect(v.parse(OrderReferenceId, id)).toBe(id)
      }),
    )
  })
})

describe('ServiceOrderId', () => {
  it.each([
    ['the form of the specification', '20200302T00100015912', true],
    ['one digit after the letter', '20200302T1', true],
    ['40 digits after the letter', `20200302T${'1'.repeat(40)}`, true],
    ['41 digits after the letter', `20200302T${'1'.repeat(41)}`, false],
    ['no digit after the letter', '20200302T', false],
    ['seven digits of a date', '2020030T1', false],
    ['another letter', '20200302t1', false],
    ['a step up in a path', '../20200302T1', false],
    ['a semicolon', '20200302T1;2', false],
    ['a line break at the end', '20200302T1\n', false],
    ['digits of another script', '20200302T١', false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(ServiceOrderId, value)).toBe(accepted)
  })
})

describe('IssuedCode', () => {
  it.each([
    ['one character', 'S', true],
    ['64 characters', 'S'.repeat(64), true],
    ['65 characters', 'S'.repeat(65), false],
    ['nothing', '', false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(IssuedCode, value)).toBe(accepted)
  })
})

describe('OpenId', () => {
  it.each([
    ['255 characters', 'A'.repeat(255), true],
    ['256 characters', 'A'.repeat(256), false],
    ['nothing', '', false],
    ['a space', 'A 1', false],
    ['a letter beyond ASCII', 'Đ-1', false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(OpenId, value)).toBe(accepted)
  })
})

describe('UnrestrictedId', () => {
  it.each([
    ['an invoice in Vietnamese letters', 'HĐ-0001', true],
    ['a space', 'khách 42', true],
    ['255 characters', 'ă'.repeat(255), true],
    ['256 characters', 'ă'.repeat(256), false],
    ['nothing', '', false],
    ['a number', 42, false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(UnrestrictedId, value)).toBe(accepted)
  })
})

describe('ServiceToken', () => {
  it.each([
    ['any text', 'ut-7f3a91c2', true],
    ['nothing', '', false],
    ['a number', 7, false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(ServiceToken, value)).toBe(accepted)
  })
})
