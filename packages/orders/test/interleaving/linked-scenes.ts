import {
  captureOrder,
  confirmOtp,
  payWithLink,
  requestNewCode,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../src/index.ts'
import { rightOtp } from '../scripted-wallet.ts'
import type { House } from './house.ts'
import {
  type Operation,
  type Scene,
  id,
  by,
  referenceOf,
  confirm,
  poll,
  linkedDue,
  late,
  erase,
  unlink,
  paymentVerdict,
  startPage,
  payLink,
  capture,
  release,
  callback,
  payAndCallBack,
  payFirstPage,
  refresh,
  refund,
  filePayment,
  refundsDue,
} from './operations.ts'
import { neverMade } from './never-made-scenes.ts'
import { held, unknownLinked } from './situations.ts'

/** A verdict after the timeout of a call, which then counts as unanswered. */
function lateVerdict(verdict: Operation): Operation {
  return async (invocation) => {
    await late(linkedDue)(invocation)
    const { attempts } = await invocation.look(() => invocation.house.order(id))
    const isAsked = attempts.some(({ method }) => method === 'linked-wallet')
    return isAsked ? verdict(invocation) : undefined
  }
}

/** Payments with a linked wallet. */
export const linkedScenes: readonly Scene[] = [
  {
    name: 'money that is held',
    begin: held,
    operations: {
      capture,
      release,
      paid: paymentVerdict('paid', 'LT000001'),
      notPaid: paymentVerdict('not_paid', undefined, 'binh'),
      payLink,
      startPage,
      unlink,
      payFirstPage,
      releasedByService: async ({ house, wait }) => {
        await wait(1)
        const payment = house.service.payments[0]
        if (payment?.status === 'HOLDING') payment.status = 'FAIL'
      },
      callback: payAndCallBack,
      linkedLate: late(linkedDue),
      overdue: late(linkedDue, 3 * 24 * 3600),
    },
  },
  {
    name: 'money that is held, and a page that was paid',
    begin: async (house) => {
      await held(house)
      house.payPage(house.service.newest.reference)
    },
    operations: { capture, release, callback, linkedLate: late(linkedDue), refresh, poll, confirm },
  },
  ...[true, false].flatMap((isMade) =>
    [true, false].map((holds) => ({
      name: `a linked payment of unknown outcome that was ${isMade ? '' : 'not '}${holds ? 'held' : 'made'}`,
      begin: (house: House) =>
        unknownLinked(house, isMade ? 'answer' : 'request', { holdPayment: holds }),
      operations: {
        paid: paymentVerdict('paid', 'LT000001'),
        paidOther: paymentVerdict('paid', 'X1', 'binh'),
        paidThird: paymentVerdict('paid', 'X2', 'chi'),
        notPaid: paymentVerdict('not_paid', undefined, 'binh'),
        ...(isMade && !holds && { filePayment }),
        startPage,
        payLink,
        capture,
        release,
        payFirstPage,
        callback: payAndCallBack,
        unlink,
        erase,
        linkedLate: late(linkedDue, 3600),
      },
    })),
  ),
  {
    name: 'a linked payment that was recorded as not paid, and was made',
    begin: async (house) => {
      await unknownLinked(house, 'answer')
      const reference = await referenceOf(house)
      await settleLinkedPayment(house.context, id, { ...by('an'), reference, result: 'not_paid' })
    },
    operations: {
      correct: paymentVerdict('paid', 'LT000001'),
      correctOther: paymentVerdict('paid', 'X1', 'binh'),
      payLink,
      startPage,
      payFirstPage,
      refresh,
      poll,
      erase,
    },
  },
  {
    name: 'a linked payment that was recorded as paid under a wrong transaction',
    begin: async (house) => {
      await unknownLinked(house, 'answer')
      const reference = await referenceOf(house)
      house.falseStatements.add('X1')
      const word = { ...by('an'), reference, result: 'paid', transactionId: 'X1' } as const
      await settleLinkedPayment(house.context, id, word)
    },
    operations: {
      filePayment,
      correct: paymentVerdict('paid', 'LT000001', 'binh'),
      fileAndCorrect: async (invocation) => {
        await filePayment(invocation)
        return paymentVerdict('paid', 'LT000001', 'chi')(invocation)
      },
      notPaid: paymentVerdict('not_paid', undefined, 'binh'),
      refund: refund('R1', 1200),
      rest: refund('R2', 2000),
      payFirstPage,
      callback: payAndCallBack,
      erase,
    },
  },
  {
    name: 'a disputed linked payment that was recorded as paid under a wrong transaction',
    begin: async (house) => {
      await unknownLinked(house, 'answer')
      house.payPage(house.service.newest.reference)
      house.advance({ minutes: 2 })
      await sweep(house.context)
      const reference = await referenceOf(house)
      house.falseStatements.add('X1')
      const word = { ...by('an'), reference, result: 'paid', transactionId: 'X1' } as const
      await settleLinkedPayment(house.context, id, word)
    },
    operations: {
      filePayment,
      correct: paymentVerdict('paid', 'LT000001', 'binh'),
      fileAndCorrect: async (invocation) => {
        await filePayment(invocation)
        return paymentVerdict('paid', 'LT000001', 'chi')(invocation)
      },
      refundWrong: refund('R1', 1200, undefined, 'X1'),
      refundRight: refund('R2', 2000, undefined, 'LT000001'),
      refundsLate: late(refundsDue),
    },
  },
  {
    name: 'a linked payment whose call was not answered in time, beside a page',
    begin: async (house) => {
      await house.openLinked({ id, amountVnd: 2000, expiresInMinutes: 60 })
      await startPayment(house.context, id, { method: 'web-payment' })
    },
    operations: {
      payLink,
      pageAndPaidOther: async (invocation) => {
        await payAndCallBack(invocation)
        await confirm(invocation)
        return lateVerdict(paymentVerdict('paid', 'X1'))(invocation)
      },
      ...Object.fromEntries(
        ['LT000001', 'X1'].map((code): [string, Operation] => [
          `pageAndNeverMade ${code}`,
          async (invocation) => {
            await payAndCallBack(invocation)
            await confirm(invocation)
            await lateVerdict(paymentVerdict('paid', code))(invocation)
            return neverMade(code)(invocation)
          },
        ]),
      ),
    },
  },
  ...[false, true].map((holdPayment) => ({
    name: `a linked payment ${holdPayment ? 'that is held, and ' : ''}whose call was not answered in time`,
    begin: async (house: House) => {
      await house.openLinked({ id, amountVnd: 2000, holdPayment, expiresInMinutes: 60 })
      await startPayment(house.context, id, { method: 'web-payment' })
    },
    operations: {
      payLink,
      paidOther: lateVerdict(paymentVerdict('paid', 'X1')),
      paid: lateVerdict(paymentVerdict('paid', 'LT000001')),
      notPaid: lateVerdict(paymentVerdict('not_paid', undefined, 'binh')),
    },
  })),
  ...[true, false].map((isMade) => ({
    name: `a capture of unknown outcome that was ${isMade ? '' : 'not '}made`,
    begin: async (house: House) => {
      await held(house)
      house.service.fault = (call) =>
        call === 'hold' ? (isMade ? 'lost answer' : 'lost request') : 'none'
      await captureOrder(house.context, id)
      house.service.fault = () => 'none'
      house.advance({ minutes: 10 })
      // The row of the file reports it as made.
      if (!isMade) house.falseStatements.add('LT000001')
    },
    operations: {
      paid: paymentVerdict('paid', 'LT000001'),
      notPaid: paymentVerdict('not_paid', undefined, 'binh'),
      capture,
      release,
      linkedDue,
      filePayment,
      callback: payAndCallBack,
      startPage,
      payLink,
    },
  })),
  {
    name: 'a linked payment that waits for a code',
    begin: async (house) => {
      house.service.needsOtp = true
      await house.openLinked({ id, amountVnd: 2000, expiresInMinutes: 60 })
      await startPayment(house.context, id, { method: 'web-payment' })
      await payWithLink(house.context, id)
      house.advance({ seconds: 10 })
    },
    operations: {
      right: ({ context }) => confirmOtp(context, id, rightOtp),
      wrong: ({ context }) => confirmOtp(context, id, '000000'),
      newCode: late(({ context }) => requestNewCode(context, id), 60),
      startPage,
      payLink,
      payFirstPage,
      unlink,
      linkedLate: late(linkedDue),
      over: late(linkedDue, 4000),
    },
  },
]
