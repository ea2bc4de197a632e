import {
  acceptDispute,
  recordCallback,
  refundOrder,
  releaseDispute,
  settleTransfer,
  startPayment,
  sweep,
  transferMoney,
} from '../../src/index.ts'
import { expireOrders } from '../../src/payments/queries/expire-orders.ts'
import { closeUnansweredTransfers } from '../../src/transfers/close-unanswered-transfers.ts'
import type { House, Invocation } from './house.ts'
import {
  type Operation,
  type Scene,
  id,
  by,
  confirm,
  poll,
  refundsDue,
  sweepAll,
  linkedDue,
  late,
  erase,
  unlink,
  refund,
  startPage,
  startQr,
  payLink,
  callback,
  payFirstPage,
  deny,
  refresh,
  fileTransfer,
  transfer,
  transferVerdict,
} from './operations.ts'
import { denyWhatCallbackSays, paidTwice, disputed, unknownTransfer } from './situations.ts'

/** Payments on pages, disputed payments, and transfers. */
export const pageScenes: readonly Scene[] = [
  {
    name: 'an order that nobody has begun to pay',
    begin: async (house) => {
      await house.openLinked({ id, amountVnd: 2000, expiresInMinutes: 60 })
    },
    operations: { startPage, startQr, payLink, unlink, erase, linkedLate: late(linkedDue) },
  },
  {
    name: 'an order with a page that was paid',
    begin: async (house) => {
      await house.openLinked({ id, amountVnd: 2000, expiresInMinutes: 60 })
      await startPayment(house.context, id, { method: 'web-payment' })
      house.payPage(house.service.newest.reference)
      house.advance({ seconds: 40 })
    },
    operations: { callback, refresh, startPage, startQr, payLink, confirm, poll, deny, erase },
  },
  {
    name: 'an order whose page is paid meanwhile',
    begin: async (house) => {
      await house.openLinked({ id, amountVnd: 2000, expiresInMinutes: 20 })
      await startPayment(house.context, id, { method: 'web-payment' })
      house.advance({ minutes: 19 })
    },
    operations: {
      payFirstPage,
      payLink,
      deny,
      expire: async ({ context, wait }) => {
        await wait(3000)
        return expireOrders(context, 5)
      },
      poll,
    },
  },
  {
    name: 'an order that a callback reports as paid, and the query does not',
    begin: async (house) => {
      await house.openAndStart({ id, amountVnd: 2000 })
      await denyWhatCallbackSays(house)
      house.advance({ minutes: 3 })
    },
    operations: { confirm, poll, deny, refresh, payFirstPage, lateSweep: late(sweepAll) },
  },
  {
    name: 'two orders of which the service names one transaction',
    begin: async (house) => {
      await house.openAndStart({ id, amountVnd: 2000 })
      house.payPage(house.service.newest.reference)
      await house.openAndStart({ id: 'order-2', amountVnd: 2000 })
      const [first, second] = house.service.orders
      if (first === undefined || second === undefined) throw new Error('Nothing was created.')
      second.status = { ...first.status, order_id: second.serviceOrderId }
      house.falseStatements.add(first.status.transaction_id ?? '')
      house.advance({ seconds: 40 })
    },
    operations: {
      callback,
      callbackOfOther: ({ house, context }) => {
        const page = house.service.orders[1]
        if (page === undefined) throw new Error('Nothing was created.')
        return recordCallback(context, house.service.callbackOf(page))
      },
      poll,
      deny,
    },
  },
  {
    name: 'two orders that have one transaction in question',
    begin: async (house) => {
      for (const one of [id, 'order-2']) {
        await house.openAndStart({ id: one, amountVnd: 2000 })
      }
      const [first, second] = house.service.orders
      if (first === undefined || second === undefined) throw new Error('Nothing was created.')
      house.payPage(first.reference, { price: 1500 })
      second.status = { ...first.status, order_id: second.serviceOrderId }
      house.falseStatements.add(first.status.transaction_id ?? '')
      house.advance({ minutes: 1 })
      await sweep(house.context)
      house.advance({ seconds: 10 })
    },
    operations: Object.fromEntries(
      [id, 'order-2'].flatMap((one): [string, Operation][] => [
        [
          `accept ${one}`,
          ({ context, house }) =>
            acceptDispute(context, one, {
              ...by('an'),
              transactionId: house.taken[0]?.transactionId ?? '',
            }),
        ],
        [
          `release ${one}`,
          ({ context, house }) =>
            releaseDispute(context, one, {
              ...by('chi'),
              transactionId: house.taken[0]?.transactionId ?? '',
            }),
        ],
        [
          `return ${one}`,
          ({ context, house }) =>
            refundOrder(context, one, {
              id: `D-${one}`,
              vnd: 1500,
              transactionId: house.taken[0]?.transactionId ?? '',
            }),
        ],
      ]),
    ),
  },
  {
    name: 'an order that was paid twice',
    begin: paidTwice,
    operations: {
      returnIt: ({ context, house }) =>
        refundOrder(context, id, {
          id: 'D1',
          vnd: 2000,
          transactionId:
            house.taken.find(({ transactionId }) => transactionId.startsWith('T'))?.transactionId ??
            '',
        }),
      returnPart: ({ context, house }) =>
        refundOrder(context, id, {
          id: 'D2',
          vnd: 500,
          transactionId:
            house.taken.find(({ transactionId }) => transactionId.startsWith('T'))?.transactionId ??
            '',
        }),
      refundPayment: refund('R1', 2000),
      callback,
      refundsLate: late(refundsDue),
    },
  },
  {
    name: 'a payment of another amount',
    begin: disputed,
    operations: {
      accept: ({ context, house }) =>
        acceptDispute(context, id, {
          ...by('an'),
          transactionId: house.taken[0]?.transactionId ?? '',
        }),
      acceptToo: ({ context, house }) =>
        acceptDispute(context, id, {
          ...by('binh'),
          transactionId: house.taken[0]?.transactionId ?? '',
        }),
      returnIt: ({ context, house }) =>
        refundOrder(context, id, {
          id: 'D1',
          vnd: 1500,
          transactionId: house.taken[0]?.transactionId ?? '',
        }),
      release: ({ context, house }) =>
        releaseDispute(context, id, {
          ...by('chi'),
          transactionId: house.taken[0]?.transactionId ?? '',
        }),
      callback,
      refundsLate: late(refundsDue),
    },
  },
  {
    name: 'a transfer that is asked for',
    begin: async () => {},
    operations: {
      send: ({ context }) => transferMoney(context, transfer),
      sendLate: async ({ context, wait }) => {
        await wait(100)
        return transferMoney(context, transfer)
      },
      succeeded: transferVerdict('succeeded', 'TR000001'),
      refused: transferVerdict('refused'),
      closeLate: late(({ context }) => closeUnansweredTransfers(context, 5)),
    },
  },
  {
    name: 'a transfer that was recorded as made under a wrong transaction',
    begin: async (house) => {
      await unknownTransfer(house, 'answer')
      const word = { ...by('an'), result: 'succeeded', transactionId: 'X1' } as const
      await settleTransfer(house.context, 'TR-1', word)
    },
    operations: {
      fileTransfer,
      correct: transferVerdict('succeeded', 'TR000001'),
      fileAndCorrect: async (invocation: Invocation) => {
        await fileTransfer(invocation)
        return transferVerdict('succeeded', 'TR000001')(invocation)
      },
      refused: transferVerdict('refused'),
      again: ({ context }: Invocation) => transferMoney(context, transfer),
    },
  },
  ...[true, false].map((isMade) => ({
    name: `a transfer of unknown outcome that was ${isMade ? '' : 'not '}made`,
    begin: (house: House) => unknownTransfer(house, isMade ? 'answer' : 'request'),
    operations: {
      succeeded: transferVerdict('succeeded', 'TR000001'),
      succeededOther: transferVerdict('succeeded', 'X1'),
      refused: transferVerdict('refused'),
      ...(isMade && { fileTransfer }),
      again: ({ context }: Invocation) => transferMoney(context, transfer),
      closeLate: late(({ context }) => closeUnansweredTransfers(context, 5)),
    },
  })),
]
