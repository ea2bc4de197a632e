import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type TextRule,
  checkDate,
  checkPlainText,
  checkText,
  checkTime,
  columnProblem,
} from './check-values.ts'
import {
  createDecimal,
  decimalParts,
  formatParts,
  readDecimal,
  readUnsignedDecimal,
} from './amounts.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('readDecimal', () => {
  const read = (text: string, reader = readDecimal) => {
    const bytes = bytesOf(text)
    const decimal = createDecimal()
    const problem = reader(decimal, { bytes, start: 0, end: bytes.length })
    return problem === columnProblem.none ? decimalParts(decimal) : problem
  }

  it('accepts exactly the texts that match a pattern', () => {
    const text = fc.oneof(
      fc.stringMatching(/^[-+0-9.,eE ]{0,22}$/),
      fc.stringMatching(/^-?\d{1,17}(\.\d{1,6})?$/),
    )
    fc.assert(
      fc.property(text, (candidate) => {
        const isNumber = /^-?\d+(\.\d+)?$/.test(candidate)
        const isInRange = /^-?\d{1,15}(\.\d{1,4})?$/.test(candidate)
        const found = read(candidate)

        const problem = isNumber ? columnProblem.outOfRange : columnProblem.notNumber
        if (!isInRange) {
          expect(found).toBe(problem)
          return
        }
        const [whole = '', fraction = ''] = candidate.replace('-', '').split('.')
        const parts = BigInt(whole + fraction.padEnd(4, '0'))
        expect(found).toBe(candidate.startsWith('-') ? -parts : parts)
      }),
      { numRuns: 2000 },
    )
  })

  it('knows amounts that are written in the shortest way', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,6}(\.\d{1,4})?$/), (text) => {
        const bytes = bytesOf(text)
        const decimal = createDecimal()
        readDecimal(decimal, { bytes, start: 0, end: bytes.length })

        expect(decimal.isCanonical).toBe(formatParts(decimalParts(decimal)) === text)
      }),
      { numRuns: 2000 },
    )
  })

  it('rejects a negative amount where no sign is allowed, but accepts minus zero', () => {
    expect(read('-1', readUnsignedDecimal)).toBe(columnProblem.outOfRange)
    expect(read('-0.00', readUnsignedDecimal)).toBe(0n)
  })
})

describe('checkDate and checkTime', () => {
  // Specification: 2.18.6
  it('accepts exactly the dates of the calendar', () => {
    for (let day = 0; day <= 33; day += 1) {
      for (let month = 0; month <= 13; month += 1) {
        for (const year of [1900, 2000, 2023, 2024, 2100]) {
          const two = (value: number) => String(value).padStart(2, '0')
          const text = `${two(day)}/${two(month)}/${year}`
          const date = new Date(Date.UTC(year, month - 1, day))
          const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day

          expect(checkDate(bytesOf(text), 0, 10), text).toBe(isDay ? 0 : columnProblem.notDate)
        }
      }
    }
  })

  it.each(['1/11/2026', '2026-11-20', '20-11-2026', '20/11/26', '20/11/20266', 'aa/bb/cccc'])(
    'refuses %s as a day',
    (text) => {
      expect(checkDate(bytesOf(text), 0, text.length)).toBe(columnProblem.notDate)
    },
  )

  // Specification: 2.18.6
  it.each([
    ['00:00:00', 0],
    ['23:59:59', 0],
    ['', 0],
    ['24:00:00', 28],
    ['10:60:00', 28],
    ['10:00', 28],
    ['10.00.00', 28],
  ])('takes %j as a time or not', (text, problem) => {
    expect(checkTime(bytesOf(text), 0, text.length)).toBe(problem)
  })
})

describe('checkText', () => {
  const loose = { required: false, maxChars: 5, isFree: true }
  const strict = { required: true, maxChars: 5, isFree: false }
  const check = (bytes: Uint8Array, form: TextRule = loose) =>
    checkText(form, { bytes, start: 0, end: bytes.length })

  it('accepts exactly the bytes that a strict decoder accepts', () => {
    const piece = fc.constantFrom(
      [0x61],
      [0xc3, 0xa9],
      [0xe2, 0x82, 0xac],
      [0xf0, 0x9f, 0x98, 0x80],
      [0xed, 0xa0, 0x80],
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
      [0x80],
      [0xe2, 0x82],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const bytes = Uint8Array.from(pieces.flat())
        let expected: number = columnProblem.none
        try {
          const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
          if (Array.from(text).length > 5) expected = columnProblem.tooManyCharacters
        } catch {
          expected = columnProblem.notUtf8
        }

        expect(check(bytes)).toBe(expected)
      }),
      { numRuns: 3000 },
    )
  })

  it('counts characters, not bytes', () => {
    expect(check(bytesOf('đồng₫'))).toBe(columnProblem.none)
    expect(check(bytesOf('đồng₫.'))).toBe(columnProblem.tooManyCharacters)
  })

  it('takes line breaks in free text only, and other control characters nowhere', () => {
    expect(check(bytesOf('a\r\n\t'))).toBe(columnProblem.none)
    expect(check(bytesOf('a\0'))).toBe(columnProblem.controlCharacter)
    expect(check(bytesOf('a\t'), strict)).toBe(columnProblem.controlCharacter)
    expect(check(bytesOf(''), strict)).toBe(columnProblem.missing)
    expect(check(bytesOf('""'), strict)).toBe(columnProblem.missing)
  })

  it('gives the same result with and without quotes, and by the length alone where that suffices', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('a"đ\t ')), maxLength: 8 })
    fc.assert(
      fc.property(text, fc.constantFrom(loose, strict), (value, form) => {
        const expected = check(bytesOf(value.replaceAll('"', '*')), form)

        expect(check(bytesOf(`"${value.replaceAll('"', '""')}"`), form)).toBe(expected)
        if (/^[ -~]*$/.test(value)) expect(checkPlainText(form, value.length)).toBe(expected)
      }),
      { numRuns: 3000 },
    )
  })
})
