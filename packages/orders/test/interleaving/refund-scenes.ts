import { refundOrder, settleRefundByVerdict } from '../../src/index.ts'
import { refundByOperator } from '../../src/operators/index.ts'
import type { House } from './house.ts'
import {
  type Scene,
  id,
  by,
  refundsDue,
  late,
  erase,
  refund,
  staffRefund,
  approve,
  refuse,
  refundVerdict,
  callback,
  fileRefund,
} from './operations.ts'
import { paid, lostRefund } from './situations.ts'

/** Refunds, with verdicts and files about them. */
export const refundScenes: readonly Scene[] = [
  {
    name: 'a paid order',
    begin: async (house) => {
      await paid(house, 2)
      await refundByOperator(house.context, id, { id: 'P1', vnd: 1500, ...by('an') })
    },
    operations: {
      whole: refund('R1', 2000, 2),
      part: refund('R2', 800),
      points: refund('R3', undefined, 2),
      small: staffRefund('S1', 'an', 600),
      smallToo: staffRefund('S2', 'binh', 700),
      propose: staffRefund('S3', 'binh', 1000),
      approve: approve('P1', 'binh'),
      approveToo: approve('P1', 'chi'),
      refuse: refuse('P1', 'an'),
      sameId: refund('P1', 300),
      callback,
      erase,
      refundsLate: late(refundsDue),
    },
  },
  ...[true, false].map((isMade) => ({
    name: `a refund whose outcome is unknown, and that was ${isMade ? '' : 'not '}made`,
    begin: async (house: House) => {
      await lostRefund(house, isMade ? 'answer' : 'request')
      if (isMade) house.falseStatements.add('R1')
      if (!isMade) house.falseStatements.add('R1')
    },
    operations: {
      back: refundVerdict('R1', { result: 'refunded' }),
      backUnderCode: refundVerdict('R1', { result: 'refunded', walletCode: 'WR1' }, 'binh'),
      backUnderOtherCode: refundVerdict('R1', { result: 'refunded', walletCode: 'W-other' }, 'chi'),
      notBack: refundVerdict('R1', { result: 'not_refunded' }, 'chi'),
      file: fileRefund(isMade ? 'made' : 'failed'),
      again: refund('R1', 1200),
      other: refund('R2', 2000),
      rest: refund('R3', 800),
      refundsDue,
      refundsLate: late(refundsDue),
      erase,
    },
  })),
  {
    name: 'a refund of money and points, of which the money is back',
    begin: async (house) => {
      await paid(house, 2)
      house.conduct = 'returns the money first'
      await refundOrder(house.context, id, { id: 'R1', vnd: 1200, points: 1 })
      house.conduct = 'returns'
      house.service.returnOwed()
      house.advance({ minutes: 10 })
      house.falseStatements.add('R1')
    },
    operations: {
      pointsBack: refundVerdict('R1', {
        result: 'refunded',
        vnd: 0,
        points: 1,
        walletCode: 'W-other',
      }),
      allBack: refundVerdict('R1', { result: 'refunded' }, 'binh'),
      pointsNotBack: refundVerdict('R1', { result: 'not_refunded' }, 'chi'),
      filePoints: fileRefund('made', 0, 1),
      fileAll: fileRefund('made', 1200, 1),
      restOfPoints: refund('R2', undefined, 2),
      oneMorePoint: refund('R3', undefined, 1),
      refundsDue,
      erase,
    },
  },
  {
    name: 'a refund that was recorded as not returned, and went back',
    begin: async (house) => {
      await lostRefund(house, 'answer', 2)
      await settleRefundByVerdict(house.context, id, 'R1', { ...by('an'), result: 'not_refunded' })
      house.falseStatements.add('R1')
    },
    operations: {
      correct: refundVerdict('R1', { result: 'refunded', walletCode: 'WR1' }, 'binh'),
      correctMoney: refundVerdict(
        'R1',
        { result: 'refunded', walletCode: 'WR1', vnd: 1200, points: 0 },
        'binh',
      ),
      correctPoints: refundVerdict(
        'R1',
        { result: 'refunded', walletCode: 'W-other', vnd: 0, points: 2 },
        'chi',
      ),
      file: fileRefund('made', 1200, 2),
      fileMoney: fileRefund('made', 1200, 0),
      other: refund('R2', 2000),
      rest: refund('R3', 800, 1),
      again: refund('R1', 1200, 2),
      refundsDue,
      erase,
    },
  },
]
