import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { IssuedCode, OpenId, OrderReferenceId, ServiceToken } from './ids.ts'
import { ReceivedTransactionId, ServiceOrderId, ServiceTransactionId } from './service-ids.ts'

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 35,
})

// Specification: 2.1.2
describe('OrderReferenceId', () => {
  it.each([
    ['1 character', 'A', true],
    ['35 characters', 'A'.repeat(35), true],
    ['36 characters', 'A'.repeat(36), false],
    ['nothing', '', false],
    ['a space', 'A 1', true],
    ['a line break', 'A\n', false],
    ['a letter beyond ASCII', 'Đ-1', true],
    ['35 letters beyond ASCII', 'Đ'.repeat(35), true],
    ['a number', 1, false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(OrderReferenceId, value)).toBe(accepted)
  })

  it('accepts every printable id of 1 to 35 characters unchanged', () => {
    fc.assert(
      fc.property(printable, (id) => {
        expect(v.parse(OrderReferenceId, id)).toBe(id)
      }),
    )
  })
})

describe.each([
  ['ServiceOrderId', ServiceOrderId],
  ['ServiceTransactionId', ServiceTransactionId],
])('%s', (_name, schema) => {
  it.each([
    ['the form of the specification', '20200302T00100015912', true],
    ['digits without a letter', '2020030200100015912', true],
    ['letters of both cases and signs', 'TX.2020-03/02:#7%20?=&+~_|', true],
    ['Vietnamese letters', 'Đơn-Số-7', true],
    ['a character outside of the basic plane', '\u{1f4b0}1', true],
    ['one character', 'A', true],
    ['64 characters', 'A'.repeat(64), true],
    ['65 characters', 'A'.repeat(65), false],
    ['nothing', '', false],
    ['three points', '...', true],
    ['a step in a path', '.', false],
    ['a step up in a path', '..', false],
    ['a semicolon', '20200302T1;2', false],
    ['a space', 'A 1', false],
    ['a space at the end', 'A1 ', false],
    ['a space that does not break', 'A\u00a01', false],
    ['a line break at the end', '20200302T1\n', false],
    ['a tab', 'A\t1', false],
    ['a null', 'A\u00001', false],
    ['a delete', 'A\u007f', false],
    ['a control character beyond ASCII', 'A\u0085', false],
    ['half of a character', 'A\ud800', false],
    ['a number', 20200302, false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(schema, value)).toBe(accepted)
  })
})

describe('ReceivedTransactionId', () => {
  it.each([
    ['an id', 'TX-1', true],
    ['nothing', '', true],
    ['null', null, true],
    ['undefined', undefined, true],
    ['a space', ' ', false],
    ['a semicolon', 'TX;1', false],
    ['a number', 7, false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(ReceivedTransactionId, value)).toBe(accepted)
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
    ['an invoice in Vietnamese letters', 'HĐ-0001', true],
    ['spaces', 'khách 42 ', true],
    ['a comma, quotes and a line of signs', 'A,"1";|%/?#', true],
    ['255 characters', 'ă'.repeat(255), true],
    ['256 characters', 'ă'.repeat(256), false],
    ['nothing', '', false],
    ['a line break', 'A\n1', false],
    ['half of a character', 'A\ud800', false],
    ['a number', 42, false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(OpenId, value)).toBe(accepted)
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
