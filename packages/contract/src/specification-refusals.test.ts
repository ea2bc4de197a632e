import { describe, expect, it } from 'vitest'
import { commonRefusals } from './refusals/common-refusals.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import type { RefusalTable } from './refusals/refusal.ts'

// Goal: every call lists the codes of its own table of Specification 7, and no other.
// Method: the tables stand here, copied by hand in the order of the specification.

const common = [
  5000001, 4000001, 4010001, 4010002, 4010003, 4010004, 4010005, 4010006, 4040001, 5000101, 4040201,
  4000801, 4030001,
]

const refund = [
  4000001, 4000800, 4000801, 4000802, 4000803, 4000804, 4000807, 4000809, 4000810, 4000811, 4000812,
  4000813, 4000817, 4000820, 4000824, 4004009, 4030800, 4040800, 4040801, 4080804, 4090801, 5000800,
  5000801, 5000802,
]

const transfer = [
  4000001, 4000502, 4000505, 4000506, 4000507, 4000508, 4000513, 4000514, 4000515, 4000516, 4000517,
  4000518, 5000001,
]

/** Common codes with advice of their own where nothing may be repeated after them: it moves money. */
const notRepeated = [5000001, 5000101]

const membership = [401005, 400002, 401006, 401007, 401008, 500503]

const giftCode = [4000001, 4000301, 4000302, 5000001]
/** 403100 is answered to "all" operations of the gateway table, which are read as all of the gateway. */
const gatewayGiftCode = [4000, 200100, 200200, 5000, 403100]

const topUp = [4000001, 4000306, 4000307, 4000315, 4000318, 4000326, 4000328, 4010001, 4030302]

const voucher = [4000001, 4040901, 4000902, 5000001]

/** The gateway table: HTTP status, code, operation. */
const gatewayTable = [
  [400, 4000, 'all'],
  [403, 403100, 'all'],
  [500, 5000, 'all'],
  [200, 200300, 'member info'],
  [200, 4000306, 'top-up'],
  [200, 200301, 'member info'],
  [200, 4000326, 'top-up'],
  [200, 200400, 'member info'],
  [200, 4000315, 'top-up'],
  [200, 4000307, 'top-up'],
  [200, 4000001, 'top-up'],
  [200, 4030302, 'top-up'],
  [200, 500400, 'top-up'],
  [200, 4000318, 'top-up'],
  [200, 4000328, 'top-up'],
  [200, 600400, 'top-up'],
  [200, 600500, 'top-up'],
  [200, 600600, 'top-up'],
] as const

/** Codes of the gateway table that count for an operation; the question about a top-up is one of them. */
function gatewayCodes(operation: 'member info' | 'top-up'): number[] {
  return gatewayTable.filter(([, , of]) => of === 'all' || of === operation).map(([, code]) => code)
}

const specified: readonly (readonly [string, readonly number[]])[] = [
  ['createTqrOrder', []],
  ['genTransactionQr', []],
  ['createTransactionOrder', []],
  ['queryOrder', []],
  ['queryOrderV2', []],
  ['createWebPayment', []],
  ['transferMoney', [...transfer, 5000101]],
  ['refundOrder', refund],
  ['getMembership', membership],
  ['queryGiftCodeStock', giftCode],
  ['orderGiftCodes', giftCode],
  ['checkGiftCode', giftCode],
  ['queryGiftCodeOrder', giftCode],
  ['getTopUpMember', topUp],
  ['topUpPoints', topUp],
  ['queryTopUp', topUp],
  ['gatewayGetMember', gatewayCodes('member info')],
  ['gatewayTopUpPoints', gatewayCodes('top-up')],
  ['gatewayQueryTopUp', gatewayCodes('top-up')],
  ['gatewayQueryGiftCodeStock', gatewayGiftCode],
  ['gatewayOrderGiftCodes', gatewayGiftCode],
  ['gatewayCheckGiftCode', gatewayGiftCode],
  ['gatewayQueryGiftCodeOrder', gatewayGiftCode],
  ['verifyVoucher', voucher],
  ['markVoucherUsed', voucher],
  ['revokeVouchers', voucher],
  ['linkWallet', []],
  ['checkWalletLink', []],
  ['createOnlineTransaction', notRepeated],
  ['confirmOnlineTransaction', notRepeated],
  ['confirmOrder', []],
  ['unlinkWallet', []],
]

const registry: readonly AnyEndpoint[] = Object.values(endpoints)

function refusalsOf(name: string): RefusalTable {
  return registry.find((endpoint) => endpoint.name === name)?.refusals ?? {}
}

const codesOf = (table: RefusalTable): string[] => Object.keys(table).sort()

// Specification: 7.1
it('lists the common codes and no other', () => {
  expect(codesOf(commonRefusals)).toEqual(common.map(String).sort())
})

it('gives every call a table', () => {
  expect(specified.map(([name]) => name).sort()).toEqual(registry.map(({ name }) => name).sort())
})

it.each(specified)('lists the codes of %s and no other', (name, codes) => {
  expect(codesOf(refusalsOf(name))).toEqual(codes.map(String).sort())
})

it('answers a revoked voucher with 4010001 too, from the common table', () => {
  expect(commonRefusals[4010001].reason).toBe('authentication_failed')
})

describe('the gateway table', () => {
  const rows = gatewayTable.flatMap(([status, code, operation]) =>
    [
      { name: 'gatewayGetMember', operation: 'member info' },
      { name: 'gatewayTopUpPoints', operation: 'top-up' },
      { name: 'gatewayQueryTopUp', operation: 'top-up' },
    ]
      .filter((call) => operation === 'all' || operation === call.operation)
      .map(({ name }) => ({ name, code, status })),
  )

  it.each(rows)('answers $code of $name with HTTP $status', ({ name, code, status }) => {
    const refusal = refusalsOf(name)[code]

    // Assumes G-13: without a status of its own, the leading three digits.
    expect(refusal?.httpStatus ?? Number(String(code).slice(0, 3))).toBe(status)
  })
})
