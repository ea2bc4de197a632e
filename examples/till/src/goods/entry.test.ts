import { assert, describe, expect, it } from 'vitest'
import { readEntry } from './entry.ts'

const tea = { barcode: '8938505970011', name: 'Trà sen', priceVnd: 45_000 }
const coffee = { barcode: '96385074', name: 'Cà phê', priceVnd: 29_000 }
const goods = new Map([tea, coffee].map((product) => [product.barcode, product]))

describe('readEntry', () => {
  it.each([
    ['8938505970011', { entry: '8938505970011', ...tea, quantity: 1 }],
    [' 96385074 ', { entry: '96385074', ...coffee, quantity: 1 }],
    ['3*8938505970011', { entry: '3*8938505970011', ...tea, quantity: 3 }],
    ['2x 12.500', { entry: '2*12500', quantity: 2, priceVnd: 12_500 }],
    ['8 938505 970011', { entry: '8938505970011', ...tea, quantity: 1 }],
    ['45 000', { entry: '45000', quantity: 1, priceVnd: 45_000 }],
    ['40170725', { entry: '40170725', quantity: 1, priceVnd: 40_170_725 }],
  ])('reads %s', (text, line) => {
    expect(readEntry(text, goods)).toEqual(line)
  })

  it.each([
    ['4006381333931', 'product_unknown'],
    ['4006381333932', 'entry_unclear'],
    ['0', 'entry_unclear'],
    ['0*45000', 'entry_unclear'],
    ['100000001', 'entry_unclear'],
    ['-5', 'entry_unclear'],
    ['4.5e4', 'entry_unclear'],
    ['45.000,00', 'entry_unclear'],
    ['450,00', 'entry_unclear'],
    ['2*1.5', 'entry_unclear'],
    ['tea', 'entry_unclear'],
    ['3*', 'entry_unclear'],
    ['', 'entry_unclear'],
  ])('says what is wrong with %j: %s', (text, problem) => {
    expect(readEntry(text, goods)).toBe(problem)
  })

  it('reads an entry that it wrote as the same line', () => {
    for (const text of ['3*8938505970011', '2x 12.500', '45000']) {
      const line = readEntry(text, goods)
      assert(typeof line !== 'string')
      expect(readEntry(line.entry, goods)).toEqual(line)
    }
  })
})
