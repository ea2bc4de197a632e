import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { databaseWithWork } from '../../../test/database-with-work.ts'
import { refusal } from '../../../test/scripted-wallet.ts'
import {
  recordCallback,
  refundOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
  startPayment,
  sweep,
} from '../../index.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const
const paid = { ...by, result: 'paid' } as const
/** The number of the session in which a correction is written, after those in which it reads. */
const writingSession = 5

/** A second payment that a person has named X1, with an open refund of a part, and which the file names. */
async function wrongSecondPaymentWithRefund(part: { vnd: number } | { points: number }) {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  const { reference } = await world.payWithoutAnswer(id, 20)
  world.service.pay(page)
  world.advance({ minutes: 1 })
  await sweep(world.context)
  await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
  world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
  await refundOrder(world.context, id, { id: 'R1', transactionId: 'X1', ...part })
  await world.endDay([
    { invoice: reference, wallet: 'LT000001', amount: 50_000, date: world.date() },
  ])
  world.service.fault = () => 'none'
  return { world, word: { ...paid, reference, transactionId: 'LT000001' } }
}

describe('a correction during which the refund of the payment ends', () => {
  it.each([
    ['money is refunded', { vnd: 20_000 }, 'refunded'],
    ['money is refused', { vnd: 20_000 }, 'refused'],
    ['points are refunded', { points: 15 }, 'refunded'],
    ['points are refused', { points: 15 }, 'refused'],
  ] as const)(
    'is not stored where %s, and keeps its sums after that',
    async (_what, part, state) => {
      const { world, word } = await wrongSecondPaymentWithRefund(part)
      async function endRefund(): Promise<void> {
        if (state === 'refused') world.service.refundAnswer = () => refusal(4_000_809, 'no')
        world.advance({ hours: 2 })
        await sweep(world.context)
        if (state === 'refunded') return
        await settleRefundByVerdict(world.context, id, 'R1', { ...by, result: 'not_refunded' })
      }

      const database = databaseWithWork(endRefund, writingSession)
      const during = await settleLinkedPayment({ ...world.context, database }, id, word)
      const { order, refunds, disputedPayments } = await world.order(id)
      const after = await settleLinkedPayment(world.context, id, word)

      expect(during).toMatchObject({ outcome: 'not_unknown' })
      expect(refunds).toMatchObject([{ state, transactionId: 'X1' }])
      expect(after).toMatchObject({ outcome: 'settled' })
      const corrected = await world.order(id)
      expect(corrected.order).toEqual({ ...order, version: order.version + 1 })
      expect(corrected.disputedPayments).toEqual(
        disputedPayments.map((one) => ({ ...one, transactionId: 'LT000001', hasRow: true })),
      )
    },
  )
})

it('a correction during which another refund is refused is stored afterwards, with that refund', async () => {
  const { world, word } = await wrongSecondPaymentWithRefund({ vnd: 20_000 })
  world.advance({ hours: 2 })
  await sweep(world.context)
  world.service.refundAnswer = () => refusal(4_000_820, 'no')
  const another = { id: 'R2', vnd: 10_000, transactionId: 'X1' }
  const database = databaseWithWork(() => refundOrder(world.context, id, another), writingSession)

  const during = await settleLinkedPayment({ ...world.context, database }, id, word)
  const after = await settleLinkedPayment(world.context, id, word)

  expect(during).toMatchObject({ outcome: 'not_unknown' })
  expect(after).toMatchObject({ outcome: 'settled' })
  expect((await world.order(id)).refunds).toMatchObject([
    { id: 'R1', state: 'refunded', transactionId: 'LT000001' },
    { id: 'R2', state: 'refused', transactionId: 'LT000001' },
  ])
})

describe('a correction during which the service names the transaction of the verdict too', () => {
  it.each([
    ['counts as that of the order', false],
    ['is a disputed payment', true],
  ])(
    'is not stored where the payment %s: both transactions stay known',
    async (_what, isSecond) => {
      const world = new DailyWorld()
      await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
      if (isSecond) await startPayment(world.context, id, { method: 'web-payment' })
      const { reference } = await world.payWithoutAnswer(id)
      if (isSecond) {
        world.service.pay(world.service.newest)
        world.advance({ minutes: 1 })
        await sweep(world.context)
      }
      const word = { ...paid, reference, transactionId: 'X1' }
      await settleLinkedPayment(world.context, id, word)
      const row = { invoice: reference, amount: 50_000, date: world.date() }
      await world.endDay([{ ...row, wallet: 'LT000001' }])
      async function nameVerdict(): Promise<void> {
        await world.putServiceFile([
          { ...row, wallet: 'LT000001' },
          { ...row, wallet: 'X1' },
        ])
        world.advance({ minutes: 10 })
        await world.work()
      }

      const database = databaseWithWork(nameVerdict, writingSession)
      const correction = { ...word, transactionId: 'LT000001' }
      const during = await settleLinkedPayment({ ...world.context, database }, id, correction)

      expect(during).toMatchObject({ outcome: 'not_unknown' })
      expect(await world.linkedAttempt(id)).toMatchObject({ state: 'paid', transactionId: 'X1' })
    },
  )

  it('is not stored where the service names it for another page, which keeps its payment', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const other = world.service.newest
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    const { reference } = await world.payWithoutAnswer(id)
    world.service.pay(page)
    await world.live(2)
    const word = { ...paid, reference, transactionId: 'X1' }
    await settleLinkedPayment(world.context, id, word)
    await world.endDay([
      { invoice: reference, wallet: 'LT000001', amount: 50_000, date: world.date() },
    ])
    async function reportOther(): Promise<void> {
      await recordCallback(world.context, world.service.pay(other, { transaction_id: 'X1' }))
      await sweep(world.context)
    }

    const database = databaseWithWork(reportOther, writingSession)
    const correction = { ...word, transactionId: 'LT000001' }
    const during = await settleLinkedPayment({ ...world.context, database }, id, correction)

    expect(during).toMatchObject({ outcome: 'not_unknown' })
    expect((await world.order(id)).disputedPayments).toMatchObject([
      { transactionId: 'X1', reference: other.reference, state: 'open' },
    ])
  })
})

it('two equal corrections of two persons at the same moment are one correction', async () => {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 50_000 })
  const { reference } = await world.payWithoutAnswer(id)
  await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
  await world.endDay([
    { invoice: reference, wallet: 'LT000001', amount: 50_000, date: world.date() },
  ])
  const word = { ...paid, reference, transactionId: 'LT000001' }
  const other = { ...word, staffId: 'binh' }
  const database = databaseWithWork(
    () => settleLinkedPayment(world.context, id, word),
    writingSession,
  )

  const outcome = await settleLinkedPayment({ ...world.context, database }, id, other)
  const again = await settleLinkedPayment(world.context, id, word)

  expect([outcome.outcome, again.outcome]).toEqual(['not_unknown', 'settled'])
  const { order, journal } = await world.order(id)
  expect(order.paidTransactionId).toBe('LT000001')
  expect(journal.filter(({ kind }) => kind === 'payment.corrected')).toHaveLength(1)
})
