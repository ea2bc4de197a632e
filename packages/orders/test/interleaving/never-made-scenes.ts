import {
  acceptDispute,
  releaseDispute,
  reopenDispute,
  settleLinkedPayment,
  sweep,
} from '../../src/index.ts'
import type { House, Invocation } from './house.ts'
import {
  type Operation,
  type Scene,
  id,
  by,
  referenceOf,
  late,
  callback,
  confirm,
  paymentVerdict,
  poll,
  refund,
  filePayment,
  refundsDue,
} from './operations.ts'
import { unknownLinked } from './situations.ts'

/** The transaction of the page that was paid. */
function ofPage(house: House): string {
  const paid = house.taken.find(({ transactionId }) => transactionId.startsWith('T'))
  return paid?.transactionId ?? ''
}

/** A person says of a disputed payment that it was never made. */
export function neverMade(transactionId: string): Operation {
  return ({ context }) =>
    releaseDispute(context, id, { ...by('dung'), transactionId, neverMade: true })
}

/** Payments that a person has called paid, beside a page that was paid. */
export const neverMadeScenes: readonly Scene[] = [
  ...[true, false].map((isMade) => ({
    name: `a disputed linked payment that was recorded as paid and ${isMade ? 'was' : 'never'} made`,
    begin: async (house: House) => {
      await unknownLinked(house, isMade ? 'answer' : 'request')
      house.payPage(house.service.newest.reference)
      house.advance({ minutes: 2 })
      await sweep(house.context)
      const reference = await referenceOf(house)
      const transactionId = isMade ? 'LT000001' : 'X1'
      if (!isMade) house.falseStatements.add(transactionId)
      const word = { ...by('an'), reference, result: 'paid', transactionId } as const
      await settleLinkedPayment(house.context, id, word)
    },
    operations: {
      neverMade: neverMade(isMade ? 'LT000001' : 'X1'),
      ...(isMade && { filePayment }),
      reopen: ({ context }: Invocation) =>
        reopenDispute(context, id, {
          ...by('chi'),
          transactionId: isMade ? 'LT000001' : 'X1',
        }),
      neverMadeAndReopen: async (invocation: Invocation) => {
        await neverMade(isMade ? 'LT000001' : 'X1')(invocation)
        return reopenDispute(invocation.context, id, {
          ...by('chi'),
          transactionId: isMade ? 'LT000001' : 'X1',
        })
      },
      paidAgain: paymentVerdict('paid', isMade ? 'LT000001' : 'X1', 'binh'),
      returnIt: refund('D1', 2000, undefined, isMade ? 'LT000001' : 'X1'),
      refundsLate: late(refundsDue),
    },
  })),
  ...[true, false].map((isMade) => ({
    name: `a page that was paid beside a linked payment that was recorded as paid and ${isMade ? 'was' : 'never'} made`,
    begin: async (house: House) => {
      await unknownLinked(house, isMade ? 'answer' : 'request')
      const reference = await referenceOf(house)
      const transactionId = isMade ? 'LT000001' : 'X1'
      if (!isMade) house.falseStatements.add(transactionId)
      const word = { ...by('an'), reference, result: 'paid', transactionId } as const
      await settleLinkedPayment(house.context, id, word)
      house.payPage(house.service.newest.reference)
      house.advance({ minutes: 2 })
      await sweep(house.context)
    },
    operations: {
      acceptInstead: ({ context, house }: Invocation) =>
        acceptDispute(context, id, {
          ...by('dung'),
          transactionId: ofPage(house),
          insteadOf: isMade ? 'LT000001' : 'X1',
        }),
      ...(isMade && { filePayment }),
      reopen: ({ context }: Invocation) =>
        reopenDispute(context, id, {
          ...by('chi'),
          transactionId: isMade ? 'LT000001' : 'X1',
        }),
      returnPage: (invocation: Invocation) =>
        refund('D1', 2000, undefined, ofPage(invocation.house))(invocation),
      returnCounted: refund('R1', 1200),
      refundsLate: late(refundsDue),
    },
  })),
  ...[true, false].map((isMade) => ({
    name: `a linked payment that was recorded as paid under the transaction of a page and ${isMade ? 'was' : 'never'} made`,
    begin: async (house: House) => {
      await unknownLinked(house, isMade ? 'answer' : 'request')
      const reference = await referenceOf(house)
      house.payPage(house.service.newest.reference)
      const word = { ...by('an'), reference, result: 'paid', transactionId: ofPage(house) } as const
      await settleLinkedPayment(house.context, id, word)
      house.advance({ minutes: 2 })
    },
    operations: {
      poll,
      callback,
      confirm,
      ...(isMade && { filePayment }),
      notMade: paymentVerdict('not_paid', undefined, 'binh'),
      paidOther: paymentVerdict('paid', 'LT000001', 'chi'),
      // A refund of a linked payment that was made returns its money, and not that of the page.
      ...(!isMade && { part: refund('R1', 1200), refundsLate: late(refundsDue) }),
    },
  })),
]
