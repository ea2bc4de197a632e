import { describe, expect, it } from 'vitest'
import { accepted, refusal } from '../../../test/scripted-wallet.ts'
import type { LinkedTransaction } from '../../service/linked-port.ts'
import { readLinkedAnswer, type LinkedCall, type LinkedVerdict } from './read-linked-answer.ts'

const paying: LinkedCall = { step: 'paying', reference: 'A1', mayHaveMoved: false }
const confirming: LinkedCall = { ...paying, step: 'confirming', transactionId: 'T1' }
const again: LinkedCall = { ...confirming, mayHaveMoved: true }
const said = (changes: LinkedTransaction) =>
  accepted<LinkedTransaction>({ reference: 'A1', transactionId: 'T1', ...changes })

// Written down from Specification 3 and the money rules: what each answer may be taken for.
const cases: [string, LinkedCall, Parameters<typeof readLinkedAnswer>[0], LinkedVerdict['kind']][] =
  [
    ['SUCCESS', paying, said({ status: 'SUCCESS', verification: 0 }), 'paid'],
    ['SUCCESS without codes', paying, said({ status: 'SUCCESS' }), 'paid'],
    ['HOLDING', paying, said({ status: 'HOLDING', verification: 0 }), 'held'],
    [
      'a code that is awaited',
      paying,
      said({ status: 'PROCESSING', verification: 2 }),
      'otp_needed',
    ],
    [
      'SUCCESS with a code that is awaited',
      paying,
      said({ status: 'SUCCESS', verification: 2 }),
      'unknown',
    ],
    [
      'HOLDING with a code that is awaited',
      paying,
      said({ status: 'HOLDING', verification: 2 }),
      'unknown',
    ],
    [
      'PROCESSING without a code',
      paying,
      said({ status: 'PROCESSING', verification: 0 }),
      'unknown',
    ],
    ['a status that is not known', paying, said({ status: 'DONE' }), 'unknown'],
    ['no status', paying, said({}), 'unknown'],
    ['FAIL', paying, said({ status: 'FAIL' }), 'refused'],
    [
      'FAIL without a transaction',
      paying,
      accepted({ reference: 'A1', status: 'FAIL' }),
      'refused',
    ],
    [
      'SUCCESS of another reference',
      paying,
      said({ status: 'SUCCESS', reference: 'A2' }),
      'unknown',
    ],
    ['FAIL of another reference', paying, said({ status: 'FAIL', reference: 'A2' }), 'unknown'],
    [
      'FAIL of a repeat',
      paying,
      {
        outcome: 'accepted',
        code: 200,
        data: { reference: 'A1', status: 'FAIL' },
        repeatedAfterUnknown: true,
      },
      'unknown',
    ],
    [
      'SUCCESS without a reference',
      paying,
      accepted({ status: 'SUCCESS', transactionId: 'T1' }),
      'unknown',
    ],
    [
      'SUCCESS without a transaction',
      paying,
      accepted({ status: 'SUCCESS', reference: 'A1' }),
      'unknown',
    ],
    ['a refusal without effect', paying, refusal(4000001, 'no'), 'refused'],
    ['a refusal that may have had effect', paying, refusal(5000001, 'maybe'), 'unknown'],
    [
      'a refusal of a repeat',
      paying,
      { ...refusal(4000001, 'no'), repeatedAfterUnknown: true },
      'unknown',
    ],
    ['an unlisted code', paying, { outcome: 'unlisted', code: 4999999, message: '' }, 'unknown'],
    ['silence', paying, { outcome: 'unknown', silent: true, message: '' }, 'unknown'],
    ['a request that never left', paying, { outcome: 'not_sent', message: '' }, 'refused'],
    ['SUCCESS', confirming, said({ status: 'SUCCESS' }), 'paid'],
    ['HOLDING', confirming, said({ status: 'HOLDING' }), 'held'],
    [
      'SUCCESS of another transaction',
      confirming,
      said({ status: 'SUCCESS', transactionId: 'T2' }),
      'unknown',
    ],
    ['PROCESSING', confirming, said({ status: 'PROCESSING' }), 'unknown'],
    ['FAIL', confirming, said({ status: 'FAIL' }), 'refused'],
    [
      'FAIL of another transaction',
      confirming,
      said({ status: 'FAIL', transactionId: 'T2' }),
      'unknown',
    ],
    ['a refusal without effect', confirming, refusal(4000001, 'no'), 'otp_wrong'],
    ['a refusal of the caller', confirming, refusal(4010001, 'no'), 'otp_not_checked'],
    [
      'a refusal of the caller by its rights',
      confirming,
      refusal(4030001, 'no'),
      'otp_not_checked',
    ],
    ['a merchant that is not found', confirming, refusal(4040201, 'no'), 'otp_not_checked'],
    ['a neighbour of those codes', confirming, refusal(4020001, 'no'), 'otp_wrong'],
    ['a token that is not known', confirming, refusal(4040001, 'no'), 'refused'],
    [
      'a refusal of a repeat',
      confirming,
      { ...refusal(4000001, 'no'), repeatedAfterUnknown: true },
      'unknown',
    ],
    [
      'a request that never left',
      confirming,
      { outcome: 'not_sent', message: '' },
      'otp_not_checked',
    ],
    ['a refusal that may have had effect', confirming, refusal(5000001, 'maybe'), 'unknown'],
    ['SUCCESS', again, said({ status: 'SUCCESS' }), 'paid'],
    ['FAIL', again, said({ status: 'FAIL' }), 'unknown'],
    ['a refusal without effect', again, refusal(4000001, 'no'), 'unknown'],
    ['a refusal of the caller', again, refusal(4010001, 'no'), 'unknown'],
    ['a request that never left', again, { outcome: 'not_sent', message: '' }, 'unknown'],
  ]

describe('readLinkedAnswer', () => {
  it.each(cases)('interprets %s, to the call %j', (_what, call, answer, kind) => {
    expect(readLinkedAnswer(answer, call).kind).toBe(kind)
  })

  it('never returns a failure after an earlier call that may have moved the money', () => {
    for (const [, , answer] of cases) {
      expect(['paid', 'held', 'unknown']).toContain(readLinkedAnswer(answer, again).kind)
    }
  })

  it.each<[string, LinkedCall, Parameters<typeof readLinkedAnswer>[0], object]>([
    ['a refusal', paying, refusal(4000101, 'no'), { code: 4000101, reason: 'reason_4000101' }],
    ['a failure', paying, said({ status: 'FAIL' }), { code: 200, reason: 'payment_failed' }],
    [
      'a request that never left',
      paying,
      { outcome: 'not_sent', message: '' },
      { code: 0, reason: 'not_sent' },
    ],
    [
      'a wrong code',
      confirming,
      refusal(4000001, 'no'),
      { data: { code: 4000001, reason: 'reason_4000001' } },
    ],
    [
      'a code that never left',
      confirming,
      { outcome: 'not_sent', message: '' },
      { data: { code: 0, reason: 'not_sent' } },
    ],
    [
      'an unlisted code',
      paying,
      { outcome: 'unlisted', code: 4999999, message: '' },
      { data: { code: 4999999 } },
    ],
    ['silence', paying, { outcome: 'unknown', silent: true, message: '' }, { data: {} }],
    [
      'an answer about another payment',
      paying,
      said({ status: 'SUCCESS', reference: 'A2', verification: 0 }),
      {
        contradiction: true,
        data: {
          transaction_id: 'T1',
          reference_of_answer: 'A2',
          transaction_status: 'SUCCESS',
          verification_methods: 0,
        },
      },
    ],
    [
      'a success that contradicts itself',
      paying,
      said({ status: 'SUCCESS', verification: 2 }),
      { contradiction: true, data: { transaction_status: 'SUCCESS', verification_methods: 2 } },
    ],
  ])('returns the details of %s', (_what, call, answer, expected) => {
    expect(readLinkedAnswer(answer, call)).toMatchObject(expected)
  })

  it('finds no contradiction in an answer without a status', () => {
    expect(readLinkedAnswer(said({}), paying)).toEqual({
      kind: 'unknown',
      data: {
        transaction_id: 'T1',
        reference_of_answer: 'A1',
        transaction_status: '',
        verification_methods: 0,
      },
    })
  })

  it('returns the phone number of the wallet if the answer has one', () => {
    const numbered = said({ status: 'HOLDING', walletNumber: 'W1' })

    expect(readLinkedAnswer(numbered, paying)).toEqual({
      kind: 'held',
      transactionId: 'T1',
      walletNumber: 'W1',
    })
    expect(readLinkedAnswer(said({ status: 'SUCCESS' }), paying)).toMatchObject({
      walletNumber: null,
    })
  })
})
