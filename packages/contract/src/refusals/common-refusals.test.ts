import { expect, it } from 'vitest'
import { commonRefusals } from './common-refusals.ts'
import type { RefusalTable } from './refusal.ts'

// Copied by hand from the common table of Specification 7, in its order.
const specified = [
  5000001, 4000001, 4010001, 4010002, 4010003, 4010004, 4010005, 4010006, 4040001, 5000101, 4040201,
  4000801, 4030001,
]

it('lists every common code of the specification and no other', () => {
  const listed = Object.keys(commonRefusals)

  expect(listed.sort()).toEqual(specified.map(String).sort())
})

it.each([
  [4010002, 'timestamp_not_numeric'],
  [4010003, 'timestamp_in_future'],
  [4010004, 'request_expired'],
  [4010006, 'nonce_reused'],
  [4000801, 'no_refund_right'],
  [4040201, 'merchant_not_found'],
  [4030001, 'merchant_not_licensed'],
] as const)('reads %i as %s', (code, reason) => {
  expect(commonRefusals[code].reason).toBe(reason)
})

it('allows an immediate retry when only the timestamp, or the form of the nonce, was wrong', () => {
  const again = Object.entries(commonRefusals)
    .filter(([, row]) => row.retry === 'same-id' && row.applied === 'no')
    .map(([code]) => code)

  expect(again).toEqual(['4010003', '4010004', '4010005'])
})

it('marks exactly the refusals of key, signature, timestamp and nonce as not processed', () => {
  const table: RefusalTable = commonRefusals
  const turnedAway = Object.entries(table)
    .filter(([, { kind }]) => kind === 'not_processed')
    .map(([code]) => code)

  expect(turnedAway).toEqual(['4010001', '4010002', '4010003', '4010004', '4010005'])
})

it('leaves it open what became of the request that has used a nonce before', () => {
  expect(commonRefusals[4010006]).toMatchObject({ retry: 'never', applied: 'maybe' })
})
