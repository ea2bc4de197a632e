import { describe, expect, it } from 'vitest'
import { partnerLine, serviceLine } from '../../test/file-text.ts'
import { dayNumberOf, isoDay, isoDayNumber, ownColumns, readRow } from './row.ts'

const encoder = new TextEncoder()

function rowOfLine(side: 'partner' | 'service', line: string) {
  const record = encoder.encode(line.trimEnd())
  return readRow({ side, origin: 'file', line: 3, record })
}

describe('a row', () => {
  it('of the partner has its shared columns, amounts and own columns', () => {
    const row = rowOfLine(
      'partner',
      partnerLine({
        partnerId: 'P,7',
        code: 'W1',
        amount: '150000.5',
        fee: '-1',
        tax: '0.0001',
        discount: '2',
        status: '2',
        description: 'a "b"',
        type: '-1',
      }),
    )

    expect(row).toMatchObject({
      side: 'partner',
      origin: 'file',
      line: 3,
      shared: {
        invoiceCode: 'INV-W1',
        walletCode: 'W1',
        amount: '150000.5',
        currency: 'VND',
        fee: '-1',
        tax: '0.0001',
        discount: '2',
        merchantCode: 'M1',
        mid: 'MID1',
        tid: 'TID1',
        date: '20/11/2026',
        time: '10:20:30',
      },
      amounts: { amount: 1_500_005_000n, fee: -10_000n, tax: 1n, discount: 20_000n },
      isSuccess: false,
      type: '-1',
    })
    expect(ownColumns(row)).toEqual({
      partnerId: 'P,7',
      serviceCode: '',
      description: 'a "b"',
      status: '2',
    })
  })

  it('of the service is a payment without a type, and has a service code', () => {
    const row = rowOfLine('service', serviceLine({ code: 'W1', type: '', serviceCode: 'S"1' }))

    expect(row).toMatchObject({ side: 'service', isSuccess: true, type: '1' })
    expect(ownColumns(row)).toEqual({
      partnerId: '',
      serviceCode: 'S"1',
      description: 'paid',
      status: '0',
    })
  })
})

it('counts days from 1970 on', () => {
  expect([isoDayNumber('1970-01-01'), isoDayNumber('2026-11-22')]).toEqual([0, 20_779])
  expect([isoDay('22/11/2026'), dayNumberOf('22/11/2026')]).toEqual(['2026-11-22', 20_779])
})
