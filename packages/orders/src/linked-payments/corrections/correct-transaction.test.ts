import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { dayOf } from '../../daily-files/vietnam-day.ts'
import {
  findOrder,
  payWithLink,
  refundOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const by = { reason: 'seen on the merchant site', staffId: 'an', result: 'paid' } as const

/** An order whose linked wallet was charged without an answer, and which a verdict has settled as paid with X1. */
async function wronglyNamed() {
  const world = new DailyWorld()
  const id = await world.openLinked({ amountVnd: 50_000 })
  const { reference } = await world.payWithoutAnswer(id)
  await settleLinkedPayment(world.context, id, { ...by, reference, transactionId: 'X1' })
  return { world, id, reference, right: { ...by, reference, transactionId: 'LT000001' } }
}

/** The file of the day names a transaction of the payment. */
async function fileNames(world: DailyWorld, invoice: string, wallet = 'LT000001', amount = 50_000) {
  const date = world.date()
  await world.endDay([{ invoice, wallet, amount, date }])
}

describe('a payment with a linked wallet that a verdict has settled as paid with a wrong transaction', () => {
  it('is corrected to the transaction that the file names, with an event for the shop', async () => {
    const { world, id, reference, right } = await wronglyNamed()
    await fileNames(world, reference)
    const { version } = (await world.order(id)).order

    const outcome = await settleLinkedPayment(world.context, id, { ...right, staffId: 'binh' })
    const again = await settleLinkedPayment(world.context, id, right)
    await sweep(world.context)

    expect(await world.alertKinds()).toContain('file_contradicts')
    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: {
        state: 'paid',
        version: version + 1,
        payment: { transactionId: 'LT000001', vnd: 50_000 },
      },
    })
    expect(again).toMatchObject({ outcome: 'not_unknown' })
    expect(await world.linkedAttempt(id)).toMatchObject({
      state: 'paid',
      transactionId: 'LT000001',
    })
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'payment.corrected')).toMatchObject({
      evidence: 'word of a person',
      data: {
        reference,
        transaction_id: 'LT000001',
        transaction_id_before: 'X1',
        staff_id: 'binh',
        verdict_reason: by.reason,
      },
    })
    expect(world.events.map(({ type, data }) => [type, data.facts])).toMatchObject([
      ['order.paid', { transaction_id: 'X1' }],
      ['order.payment_corrected', { transaction_id: 'LT000001', transaction_id_before: 'X1' }],
    ])
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('has its row in the partner file of the day of the correction, which clears the difference', async () => {
    const { world, id, reference, right } = await wronglyNamed()
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)

    const { journal } = await world.order(id)

    expect(journal.filter(({ kind }) => kind === 'transaction.known')).toMatchObject([
      {
        evidence: 'daily file of the service',
        data: { reference, wallet_code: 'LT000001', amount_vnd: 50_000, type: '1' },
      },
    ])
  })

  it('can be refunded once, before or after the correction', async () => {
    const { world, id, reference, right } = await wronglyNamed()
    await refundOrder(world.context, id, { id: 'R1', vnd: 30_000 })
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)

    const more = await refundOrder(world.context, id, { id: 'R2', vnd: 30_000 })
    const rest = await refundOrder(world.context, id, { id: 'R3', vnd: 20_000 })

    expect(more.outcome).toBe('not_refundable')
    expect(rest).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(await findOrder(world.context, id)).toMatchObject({ state: 'refunded' })
  })

  it('is not corrected before the service has named another one, nor to one that it has not named', async () => {
    const { world, id, reference, right } = await wronglyNamed()
    const early = await settleLinkedPayment(world.context, id, right)
    await fileNames(world, reference)
    const other = settleLinkedPayment(world.context, id, { ...right, transactionId: 'X2' })

    expect(early).toMatchObject({ outcome: 'not_unknown' })
    await expect(other).rejects.toThrow('must be one that the service has named for it: LT000001')
    expect(await findOrder(world.context, id)).toMatchObject({ payment: { transactionId: 'X1' } })
  })

  it('is not corrected by a row of another amount', async () => {
    const { world, id, reference, right } = await wronglyNamed()
    await fileNames(world, reference, 'LT000001', 40_000)

    expect(await settleLinkedPayment(world.context, id, right)).toMatchObject({
      outcome: 'not_unknown',
    })
  })

  it('is not corrected to the transaction of another order', async () => {
    const { world, id, reference, right } = await wronglyNamed()
    await fileNames(world, reference)
    const other = await world.openAndPay({ id: 'order-2', amountVnd: 50_000 })
    await env.DB.prepare("UPDATE orders SET paid_transaction_id = 'LT000001' WHERE id = ?1")
      .bind(other)
      .run()

    const outcome = await settleLinkedPayment(world.context, id, right)

    expect(outcome).toMatchObject({ outcome: 'not_unknown' })
    expect(await findOrder(world.context, id)).toMatchObject({ payment: { transactionId: 'X1' } })
  })

  it('gives its transaction back to the order that it belongs to', async () => {
    const { world, id, reference, right } = await wronglyNamed()
    await world.openAndStart({ id: 'order-2', amountVnd: 50_000 })
    world.service.pay(world.service.newest, { transaction_id: 'X1' })
    world.advance({ minutes: 1 })
    await sweep(world.context)
    const before = await findOrder(world.context, 'order-2')
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)

    expect(before).toMatchObject({ state: 'disputed' })
    expect(await findOrder(world.context, id)).toMatchObject({
      payment: { transactionId: 'LT000001' },
    })
  })

  it('counts once when a late answer names another transaction, and is corrected to it', async () => {
    const world = new DailyWorld()
    const id = await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const { reached, release } = world.service.holdNextCall('pay')
    const paying = payWithLink(world.context, id)
    await reached
    world.advance({ minutes: 2 })
    await sweep(world.context)
    const { reference } = await world.linkedAttempt(id)
    await settleLinkedPayment(world.context, id, { ...by, reference, transactionId: 'X1' })
    release()
    await paying

    const before = await world.order(id)
    const outcome = await settleLinkedPayment(world.context, id, {
      ...by,
      reference,
      transactionId: 'LT000001',
    })

    expect([before.order.state, before.disputedPayments]).toEqual(['paid', []])
    expect(await world.alertKinds()).toContain('linked_payment_contradicted')
    expect(await world.alertKinds()).not.toContain('possible_double_payment')
    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { payment: { transactionId: 'LT000001' } },
    })
  })

  it.each([
    ['wallet', { wallet: 'X1', service: 'S1' }],
    ['service', { wallet: 'LT8', service: 'X1' }],
  ])(
    'is not corrected when the file has named its transaction too, by its %s code',
    async (_code, row) => {
      const { world, id, reference } = await wronglyNamed()
      await world.endDay([{ invoice: reference, amount: 50_000, date: world.date(), ...row }])
      const date = world.date(dayOf(world.now()))
      const day = dayOf(world.now())
      await world.endDay([{ invoice: reference, wallet: 'LT9', amount: 50_000, date }], day)

      const outcome = await settleLinkedPayment(world.context, id, {
        ...by,
        reference,
        transactionId: 'LT9',
      })

      expect(await world.alertKinds()).toContain('file_contradicts')
      expect(outcome).toMatchObject({
        outcome: 'not_unknown',
        order: { payment: { transactionId: 'X1' } },
      })
    },
  )

  it('whose transaction the service itself has named is not corrected', async () => {
    const world = new DailyWorld()
    const id = await world.openLinked({ amountVnd: 50_000 })
    await payWithLink(world.context, id)
    const { reference } = await world.linkedAttempt(id)
    await fileNames(world, reference, 'LT000009')

    const outcome = await settleLinkedPayment(world.context, id, {
      ...by,
      reference,
      transactionId: 'LT000009',
    })

    expect(outcome).toMatchObject({
      outcome: 'not_unknown',
      order: { payment: { transactionId: 'LT000001' } },
    })
  })
})
