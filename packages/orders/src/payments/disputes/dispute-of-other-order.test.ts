import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { DailyWorld, numberedRefund } from '../../../test/daily-world.ts'
import { payWithTransactionOf } from '../../../test/disputed-orders.ts'
import { World } from '../../../test/world.ts'
import { findReconciliation, listUndecided, openPartnerFile } from '../../daily-files/index.ts'
import { dayOf } from '../../daily-files/vietnam-day.ts'
import {
  acceptDispute,
  openOrder,
  recordCallback,
  refundOrder,
  releaseDispute,
  startPayment,
} from '../../index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const word = { reason: 'asked the service', staffId: 'an' }
/** Two orders of 100,000 VND for which the service names one transaction; the first is paid by it. */
async function named<Kind extends World>(world: Kind) {
  const transactionId = await payWithTransactionOf(world, 'first', 'second')
  const { reference } = world.service.newest
  return { world, transactionId, reference, verdict: { transactionId, ...word } }
}

describe('an order that is disputed by the transaction of another', () => {
  it('stores the amount that the service states for it', async () => {
    const { world, transactionId, reference } = await named(new World())

    const { order, disputedPayments } = await world.order('second')
    expect(order).toMatchObject({ state: 'disputed', paidTransactionId: null })
    expect(disputedPayments).toMatchObject([
      {
        transactionId,
        reference,
        state: 'open',
        reason: 'transaction_of_other_order',
        paidVnd: 90_000,
        paidPoints: 10,
      },
    ])
    expect((await world.order('first')).disputedPayments).toEqual([])
  })

  it('is unpaid in a later version than that of the dispute, so that the shop believes it', async () => {
    const { world, verdict } = await named(new World())
    await world.live(2)
    await releaseDispute(world.context, 'second', verdict)
    await world.live(5)

    const told = world.events.filter(({ data }) => data.order.id === 'second')
    expect(told.map(({ type }) => type)).toEqual(['order.disputed', 'order.expired'])
    const [disputed, expired] = told.map(({ data }) => data.version)
    expect(expired).toBeGreaterThan(disputed ?? 0)
  })

  it('stays expired when another callback reports the released payment', async () => {
    const { world, transactionId, verdict } = await named(new World())
    const second = world.service.newest
    await releaseDispute(world.context, 'second', verdict)
    await world.live(5)

    await recordCallback(
      world.context,
      world.service.pay(second, { transaction_id: transactionId }),
    )
    await world.live(60, 600)

    const { order, journal } = await world.order('second')
    expect(journal.map(({ kind }) => kind)).toContain('callback.received')
    expect(order).toMatchObject({ state: 'expired', paidTransactionId: null })
    expect((await listUndecided(world.context)).items).toEqual([])
  })

  it('is paid by a callback of another payment after the release', async () => {
    const { world, verdict } = await named(new World())
    const second = world.service.newest
    await releaseDispute(world.context, 'second', verdict)
    await world.live(5)

    const paid = { transaction_id: 'T-OWN', vnd_amount: 100_000, point_amount: 0 }
    await recordCallback(world.context, world.service.pay(second, paid))
    const { state } = (await world.order('second')).order
    await world.live(5)

    expect(state).toBe('paid_unverified')
    expect((await world.order('second')).order).toMatchObject({
      state: 'paid',
      paidTransactionId: 'T-OWN',
    })
  })

  it('expires when the payment is released to the order that it belongs to', async () => {
    const { world, transactionId, verdict } = await named(new World())
    await world.openAndStart({ id: 'third' })
    world.service.pay(world.service.newest, { transaction_id: transactionId })
    await world.live(2)
    world.events.splice(0)

    const outcome = await releaseDispute(world.context, 'second', verdict)
    const again = await releaseDispute(world.context, 'second', verdict)
    await world.live(60, 600)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'expired', disputedPayments: [{ state: 'released' }] },
    })
    expect(again).toEqual(outcome)
    expect((await world.order('second')).order.state).toBe('expired')
    expect(await world.order('third')).toMatchObject({
      order: { state: 'disputed' },
      disputedPayments: [{ transactionId, state: 'open' }],
    })
    expect(world.events.map(({ type, data }) => [type, data.order.id])).toEqual([
      ['order.expired', 'second'],
    ])
    expect((await world.order('first')).order).toMatchObject({
      state: 'paid',
      paidTransactionId: transactionId,
    })
    const { journal } = await world.order('second')
    expect(journal.find(({ kind }) => kind === 'payment.released')).toMatchObject({
      evidence: 'word of a person',
      data: { transaction_id: transactionId, order_id_of_payment: 'first', staff_id: 'an' },
    })
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
    expect(await refundOrder(world.context, 'second', { id: 'R1', transactionId, vnd: 1 })).toEqual(
      expect.objectContaining({
        outcome: 'not_refundable',
        remedy: expect.stringContaining('another order'),
      }),
    )
  })

  it('is reported as paid again once no disputed payment is left, when it has its own payment', async () => {
    const world = new World()
    await world.openAndPay({ id: 'first' })
    const transactionId = world.service.newest.status.transaction_id ?? ''
    await openOrder(world.context, { id: 'second', amountVnd: 100_000 })
    const attempts = []
    for (const method of ['web-payment', 'transaction-qr', 'app-to-app'] as const) {
      await startPayment(world.context, 'second', { method })
      attempts.push(world.service.newest)
    }
    const [own, ofOther, twice] = attempts
    assert(own !== undefined && ofOther !== undefined && twice !== undefined, 'Not begun.')
    await recordCallback(world.context, world.service.pay(own))
    await world.live(1)
    await recordCallback(
      world.context,
      world.service.pay(ofOther, { transaction_id: transactionId }),
    )
    await recordCallback(world.context, world.service.pay(twice))
    await world.live(1)
    world.events.splice(0)

    const verdict = { transactionId, ...word }
    const released = await releaseDispute(world.context, 'second', verdict)
    await world.live(1)
    const meanwhile = world.events.map(({ type }) => type)
    const paidTwice = twice.status.transaction_id ?? ''
    const back = { id: 'R1', transactionId: paidTwice, vnd: 100_000 }
    await refundOrder(world.context, 'second', back)
    const again = await releaseDispute(world.context, 'second', verdict)
    await world.live(1)

    expect([released.outcome, again.outcome]).toEqual(['settled', 'settled'])
    expect(meanwhile).toEqual([])
    expect((await world.order('second')).order.state).toBe('paid')
    expect(world.events.map(({ type, data }) => [type, data.facts['transaction_id']])).toEqual([
      ['order.refunded', paidTwice],
      ['order.dispute_ended', paidTwice],
    ])
  })

  it('is reported as paid again after the release of its only disputed payment', async () => {
    const world = new World()
    await world.openAndPay({ id: 'first' })
    const transactionId = world.service.newest.status.transaction_id ?? ''
    await openOrder(world.context, { id: 'second', amountVnd: 100_000 })
    await startPayment(world.context, 'second', { method: 'web-payment' })
    const own = world.service.newest
    await startPayment(world.context, 'second', { method: 'transaction-qr' })
    const ofOther = world.service.pay(world.service.newest, { transaction_id: transactionId })
    await recordCallback(world.context, world.service.pay(own))
    await world.live(1)
    await recordCallback(world.context, ofOther)
    await world.live(1)
    world.events.splice(0)

    await releaseDispute(world.context, 'second', { transactionId, ...word })
    await releaseDispute(world.context, 'second', { transactionId, ...word })
    await world.live(1)

    expect(world.events.map(({ type, data }) => [type, data.order.state, data.facts])).toEqual([
      [
        'order.dispute_ended',
        'paid',
        expect.objectContaining({ transaction_id: transactionId, order_id_of_payment: 'first' }),
      ],
    ])
  })

  it('accepts its own payment after the release', async () => {
    const { world, verdict } = await named(new World())
    await releaseDispute(world.context, 'second', verdict)
    const late = world.service.pay(world.service.newest, { transaction_id: 'TX-OWN' })

    await recordCallback(world.context, late)
    await world.live(2)

    expect((await world.order('second')).order).toMatchObject({
      state: 'paid',
      paidTransactionId: 'TX-OWN',
    })
  })

  it('is paid by it after an acceptance, and both orders can be refunded separately', async () => {
    const { world, transactionId, reference, verdict } = await named(new World())

    const outcome = await acceptDispute(world.context, 'second', verdict)
    const back = await refundOrder(world.context, 'second', { id: 'R2', vnd: 90_000, points: 10 })
    const first = await refundOrder(world.context, 'first', { id: 'R1', vnd: 100_000 })

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId, vnd: 90_000, points: 10 } },
    })
    expect(back).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'refunded' } })
    expect(first).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'refunded' } })
    expect(world.service.returnedVnd(reference)).toBe(90_000)
    expect(await releaseDispute(world.context, 'second', verdict)).toMatchObject({
      outcome: 'not_unknown',
    })
  })

  it('is refunded by the reference of its own attempt', async () => {
    const { world, transactionId, reference } = await named(new World())

    const part = await refundOrder(world.context, 'second', {
      id: 'R1',
      transactionId,
      vnd: 90_000,
    })
    const rest = await refundOrder(world.context, 'second', { id: 'R2', transactionId, points: 10 })

    expect(part).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'disputed' } })
    expect(rest).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'refunded' } })
    expect(world.service.returnedVnd(reference)).toBe(90_000)
    expect((await world.order('first')).order).toMatchObject({ state: 'paid', refundedVnd: 0 })
  })

  it('cannot be released during a refund', async () => {
    const { world, transactionId, verdict } = await named(new World())
    await refundOrder(world.context, 'second', { id: 'R1', transactionId, vnd: 1 })

    expect((await releaseDispute(world.context, 'second', verdict)).outcome).toBe('not_unknown')
    expect((await world.order('second')).order.state).toBe('disputed')
  })

  it('is decided once for concurrent verdicts', async () => {
    const { world, verdict } = await named(new World())

    const outcomes = await Promise.all(
      [releaseDispute, acceptDispute, releaseDispute, acceptDispute].map((decide, number) =>
        decide(world.context, 'second', { ...verdict, staffId: `S${number}` }),
      ),
    )

    expect(outcomes.filter(({ outcome }) => outcome === 'settled')).toHaveLength(1)
  })
})

describe('releaseDispute', () => {
  it('refuses a payment that no other order has', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.pay(world.service.newest, { order_amount: 90_000, vnd_amount: 90_000 })
    await world.live(2)
    const transactionId = world.service.newest.status.transaction_id ?? ''

    const outcome = await releaseDispute(world.context, 'order-1', { transactionId, ...word })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
  })

  it('returns not_found for a payment that the order does not have', async () => {
    const { world, verdict } = await named(new World())

    expect(await releaseDispute(world.context, 'none', verdict)).toEqual({ outcome: 'not_found' })
    expect(await releaseDispute(world.context, 'first', verdict)).toEqual({ outcome: 'not_found' })
  })

  it('requires the name of the operator', async () => {
    const { world, transactionId } = await named(new World())

    await expect(
      releaseDispute(world.context, 'second', { transactionId, reason: 'seen', staffId: '' }),
    ).rejects.toThrow("The verdict's staffId must")
  })
})

/** Rows of a day's partner file with one of our references, or with a wallet transaction code. */
async function rowsOf(world: DailyWorld, code: string, day = world.day): Promise<number> {
  const outcome = await openPartnerFile(world.files, day)
  if (outcome.outcome !== 'file') throw new Error(`The partner file is ${outcome.outcome}.`)
  const text = await new Response(outcome.body).text()
  return text.split('\r\n').filter((line) => line.includes(`,${code},`)).length
}

describe('a disputed payment in the partner file', () => {
  async function paidTwice() {
    const world = new DailyWorld()
    const day = world.day
    await openOrder(world.context, { id: 'order-1', amountVnd: 100_000 })
    for (const method of ['web-payment', 'transaction-qr'] as const) {
      await startPayment(world.context, 'order-1', { method })
      world.service.pay(world.service.newest, {
        updated_at: Math.floor(world.now() / 1000),
        ...(method === 'transaction-qr' && { vnd_amount: 90_000, point_amount: 10 }),
      })
    }
    await world.live(3)
    const { disputedPayments } = await world.order('order-1')
    const [payment] = disputedPayments
    if (payment === undefined) throw new Error('There is no disputed payment.')
    const row = {
      invoice: payment.reference,
      wallet: payment.transactionId,
      date: world.date(),
    }
    const service = [
      await world.rowOfPayment('order-1'),
      { ...row, amount: payment.paidVnd },
      ...(payment.paidPoints > 0
        ? [{ ...row, amount: payment.paidPoints, currency: 'POINT' }]
        : []),
    ]
    const counts = async (of: string) =>
      (await findReconciliation(world.files, of))?.run?.totals?.counts
    return { world, day, payment, service, counts }
  }

  it('has a row on its day, and another one for its refund', async () => {
    const { world, day, payment, service, counts } = await paidTwice()
    const { transactionId, paidVnd: vnd, paidPoints: points } = payment
    world.service.refundAnswer = numberedRefund('W-BACK')
    const refund = {
      id: 'R1',
      transactionId,
      ...(vnd > 0 && { vnd }),
      ...(points > 0 && { points }),
    }
    await refundOrder(world.context, 'order-1', refund)
    const back = { invoice: 'R1', wallet: 'W-BACK', type: '-1', date: world.date() }
    service.push({ ...back, amount: vnd })
    if (points > 0) service.push({ ...back, amount: points, currency: 'POINT' })

    await world.endDay(service, day)

    const partner = await world.text(world.name('partner', day))
    expect(partner).toContain(`,${payment.reference},${transactionId},100000,VND`)
    expect(partner).toContain(`,R1,W-BACK,${vnd + points * 1000},VND`)
    expect(await counts(day)).toEqual({ '00': 3, '01': 0, '02': 0, '03': 0 })
    expect(await world.alertKinds()).toEqual(['possible_double_payment'])
  })

  it('gets no second row when it is accepted later', async () => {
    const world = new DailyWorld()
    const { day } = world
    await world.openAndStart()
    world.service.pay(world.service.newest, { order_amount: 90_000, vnd_amount: 90_000 })
    await world.live(2)
    const transactionId = world.service.newest.status.transaction_id ?? ''
    const { reference: invoice } = world.service.newest
    const row = { invoice, wallet: transactionId, amount: 90_000, date: world.date() }
    await world.endDay([row], day)
    const next = dayOf(world.now())
    await acceptDispute(world.context, 'order-1', { transactionId, ...word })

    await world.endDay([], next)

    const totals = (await findReconciliation(world.files, day))?.run?.totals
    expect(totals?.counts).toEqual({ '00': 1, '01': 0, '02': 0, '03': 0 })
    expect(await world.text(world.name('partner', next))).toBe('')
  })

  it.each([
    ['is not decided', 0],
    ['is accepted', 0],
    ['is back', 1],
  ] as const)(
    'of another order has no row under its code when it %s, and %d for a refund',
    async (what, refunds) => {
      const { world, transactionId, reference, verdict } = await named(new DailyWorld())
      world.service.refundAnswer = numberedRefund('W-BACK')
      const refund = { id: 'R9', transactionId, vnd: 90_000, points: 10 }
      if (what === 'is accepted') await acceptDispute(world.context, 'second', verdict)
      if (what === 'is back') await refundOrder(world.context, 'second', refund)

      world.toNextDay()

      expect(await rowsOf(world, reference)).toBe(0)
      expect(await rowsOf(world, transactionId)).toBe(1)
      expect(await rowsOf(world, 'R9')).toBe(refunds)
    },
  )

  it('raises an alert when a second payment under its code is accepted', async () => {
    const { world, reference, verdict } = await named(new DailyWorld())
    const { day } = world
    const row = await world.rowOfPayment('first')
    await acceptDispute(world.context, 'second', verdict)
    world.toNextDay()
    await world.putServiceFile([row], day)

    await world.work()

    const totals = (await findReconciliation(world.files, day))?.run?.totals
    expect(totals).toMatchObject({ counts: { '00': 1, '01': 0, '02': 0, '03': 0 } })
    expect(totals?.exceptions.duplicate).toBe(0)
    expect(await world.alertKinds()).toEqual([
      'transaction_of_other_order',
      'partner_rows_unproven',
    ])
    const facts = await env.DB.prepare(
      "SELECT facts FROM alerts WHERE kind = 'partner_rows_unproven'",
    ).first<string>('facts')
    expect(JSON.parse(facts ?? '')).toMatchObject({ transactions: 1, ids: reference })
  })

  it('has one row, on the day of the first acceptance, when two orders accept the same code', async () => {
    const world = new DailyWorld()
    const { day } = world
    const parts = { order_amount: 90_000, vnd_amount: 90_000, transaction_id: 'TX-1' }
    for (const id of ['first', 'second']) {
      await world.openAndStart({ id })
      world.service.pay(world.service.newest, parts)
      await world.live(2)
    }
    const verdict = { transactionId: 'TX-1', ...word }
    world.toNextDay()
    await world.work()
    const before = await world.text(world.name('partner', day))
    const next = dayOf(world.now())
    await acceptDispute(world.context, 'second', verdict)
    await acceptDispute(world.context, 'first', verdict)
    world.toNextDay()
    await world.work()

    expect(await rowsOf(world, 'TX-1', day)).toBe(1)
    expect(await rowsOf(world, 'TX-1', next)).toBe(0)
    expect(await world.text(world.name('partner', day))).toBe(before)
    expect(await world.alertKinds()).not.toContain('partner_file_changed')
    expect(await world.alertKinds()).not.toContain('partner_file_replaced')
  })
})
