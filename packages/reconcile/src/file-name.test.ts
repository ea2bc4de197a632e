import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FileKind, formatFileName, parseFileName } from './file-name.ts'

describe('parseFileName', () => {
  // Specification: 2.18.1
  it.each([
    ['20261120_SHOP1_SERVICE_TRAN.csv', 'partner'],
    ['20261120_SERVICE_SHOP1_TRAN.csv', 'service'],
    ['20261120_SERVICE_SHOP1_RESULT_TRAN.csv', 'result'],
  ])('reads %s', (name, kind) => {
    const read = { kind, day: '2026-11-20', partner: 'SHOP1', service: 'SERVICE' }

    expect(parseFileName(name)).toEqual(read)
  })

  it.each([
    '20261131_SHOP1_SERVICE_TRAN.csv',
    '20260229_SERVICE_SHOP1_TRAN.csv',
    'x20261120_SHOP1_SERVICE_TRAN.csv',
    '20261120_SHOP1_SERVICE_TRAN.csv.part',
    '20261120_SHOP1_SERVICE_TRAN.csv\n',
    '../20261120_SHOP1_SERVICE_TRAN.csv',
    '20261120_SHOP/1_SERVICE_TRAN.csv',
    '20261120_SERVICE_SERVICE_TRAN.csv',
    '20261120__SERVICE_TRAN.csv',
    '20261120_shop 1_SERVICE_TRAN.csv',
  ])('refuses %j', (name) => {
    expect(parseFileName(name)).toBeUndefined()
  })

  it.each([
    ['20261120_SHOP1_WALLET_TRAN.csv', 'partner'],
    ['20261120_WALLET_SHOP1_TRAN.csv', 'service'],
    ['20261120_WALLET_SHOP1_RESULT_TRAN.csv', 'result'],
  ] as const)('reads and writes %s with the token of the service', (name, kind) => {
    const file = { kind, day: '2026-11-20', partner: 'SHOP1', service: 'WALLET' }

    expect(parseFileName(name, 'WALLET')).toEqual(file)
    expect(formatFileName(file)).toBe(name)
    expect(parseFileName(name)).toBeUndefined()
  })

  it('reads a partner whose token is that of another service', () => {
    expect(parseFileName('20261120_SERVICE_WALLET_TRAN.csv', 'WALLET')).toEqual({
      kind: 'partner',
      day: '2026-11-20',
      partner: 'SERVICE',
      service: 'WALLET',
    })
    expect(parseFileName('20261120_WALLET_WALLET_TRAN.csv', 'WALLET')).toBeUndefined()
  })

  it('reads what formatFileName writes', () => {
    const day = fc
      .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const partner = fc.stringMatching(/^[A-Za-z0-9]{1,32}$/).filter((token) => token !== 'SERVICE')
    const kind = fc.constantFrom<FileKind>('partner', 'service', 'result')
    const service = fc.stringMatching(/^[A-Za-z0-9]{1,32}$/)
    const ofOther = fc
      .record({ kind, day, partner, service })
      .filter((name) => name.partner !== name.service)

    fc.assert(
      fc.property(fc.record({ kind, day, partner }), ofOther, (name, other) => {
        expect(parseFileName(formatFileName(name))).toEqual({ ...name, service: 'SERVICE' })
        expect(parseFileName(formatFileName(other), other.service)).toEqual(other)
      }),
    )
  })

  it('writes no name that cannot be read', () => {
    const name = { kind: 'partner', day: '2026-11-20', partner: 'SHOP' } as const

    expect(() => formatFileName({ ...name, partner: 'A_B' })).toThrow(TypeError)
    expect(() => formatFileName({ ...name, day: '2026-11-31' })).toThrow(TypeError)
  })

  // Plain JavaScript passes anything; these were the names of a result file and of the partner "undefined".
  it.each([
    [{ kind: 'Partner' }, 'kind must be partner, service or result'],
    [{ kind: undefined }, 'kind must be partner, service or result'],
    [{ partner: undefined }, 'partner must be 1 to 32 letters and digits'],
    [{ service: '' }, 'service must be 1 to 32 letters and digits'],
    [{ service: 'A_B' }, 'service must be 1 to 32 letters and digits'],
    [{ service: 7 }, 'service must be 1 to 32 letters and digits'],
    [{ service: 'SHOP' }, 'partner must be 1 to 32 letters and digits, and not SHOP'],
    [{ day: 20261120 }, 'day must be a day as YYYY-MM-DD'],
  ])('names the part that no file name has: %j', (wrong, message) => {
    const name = { kind: 'partner', day: '2026-11-20', partner: 'SHOP', ...wrong }
    const format = () => Reflect.apply(formatFileName, undefined, [name])

    expect(format).toThrow(TypeError)
    expect(format).toThrow(message)
  })
})
