import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { listAlerts, payWithLink, settleLinkedPayment } from '../../index.ts'
import { findReconciliation } from '../index.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

/** The rows of one transaction of money and points. */
function inParts(row: ServiceRow, vnd: number, points: number): readonly ServiceRow[] {
  return [
    { ...row, amount: vnd },
    { ...row, amount: points, currency: 'POINT' },
  ]
}

/** An order of 60,000 VND that is charged to a linked wallet without an answer. */
async function charged(points?: number) {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 60_000, expiresInMinutes: 1_440 })
  const { reference } = await world.payWithoutAnswer(id, points)
  const row = { invoice: reference, wallet: 'WN1', service: 'LT1', amount: 60_000 }
  return { world, reference, row: { ...row, date: world.date() } }
}

async function linesOf(kind: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT facts FROM journal WHERE kind = ? ORDER BY seq')
    .bind(kind)
    .all<{ facts: string }>()
  return results.map(({ facts }) => JSON.parse(facts))
}

async function settledBy(world: DailyWorld): Promise<number | undefined> {
  return (await findReconciliation(world.files, world.day))?.run?.totals?.settled
}

describe('a row of a payment with a linked wallet', () => {
  it.each(['paying', 'awaiting_otp', 'confirming'])(
    'waits while its state is %s',
    async (state) => {
      const world = new DailyWorld()
      await world.openLinked({ amountVnd: 60_000, expiresInMinutes: 1_440 })
      world.service.needsOtp = true
      await payWithLink(world.context, id)
      const { reference } = await world.linkedAttempt(id)
      await env.DB.prepare('UPDATE attempts SET state = ?').bind(state).run()
      const row = { invoice: reference, wallet: 'WN1', service: 'LT9', amount: 60_000 }

      await world.endDay([{ ...row, date: world.date() }])

      expect(await world.linkedAttempt(id)).toMatchObject({ state })
      expect(await settledBy(world)).toBe(0)
      expect(await world.alertKinds()).not.toContain('file_contradicts')
    },
  )

  it('settles it in money and points, with the parts and the time of the file', async () => {
    const { world, reference, row } = await charged(10)

    await world.endDay(inParts(row, 50_000, 10))

    const { order } = await world.order(id)
    expect(order).toMatchObject({
      state: 'paid',
      confirmedBy: 'file',
      paidReference: reference,
      paidTransactionId: 'LT1',
      paidVnd: 50_000,
      paidPoints: 10,
    })
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'paid', walletNumber: 'WN1' })
    expect(await linesOf('payment.confirmed')).toMatchObject([
      {
        vnd_amount: 50_000,
        point_amount: 10,
        wallet_code: 'WN1',
        service_code: 'LT1',
        file: world.name('service').slice(9),
        file_date: row.date,
        file_time: '12:00:00',
      },
    ])
    expect(await settledBy(world)).toBe(1)
  })

  it.each([
    [60_000, 10],
    [50_000, 9],
    [70_000, 0],
  ])('of %i VND and %i points raises an alert, and settles nothing', async (vnd, points) => {
    const { world, reference, row } = await charged(10)

    await world.endDay(inParts(row, vnd, points))

    expect((await world.linkedAttempt(id)).state).toBe('payment_unknown')
    expect(await settledBy(world)).toBe(0)
    const { alerts } = await listAlerts(world.context, { kind: 'file_amount_differs' })
    expect(alerts).toMatchObject([
      {
        subject: reference,
        facts: {
          order_id: id,
          state: 'payment_unknown',
          amount_vnd: 60_000,
          file_vnd: vnd,
          file_points: points,
          wallet_code: 'WN1',
          service_code: 'LT1',
        },
      },
    ])
  })

  it('raises an alert when it counts as not paid', async () => {
    const { world, reference, row } = await charged()
    await settleLinkedPayment(world.context, id, { ...by, reference, result: 'not_paid' })

    await world.endDay([row])

    const { alerts } = await listAlerts(world.context, { kind: 'file_contradicts' })
    expect(alerts).toMatchObject([
      { subject: reference, facts: { order_id: id, amount_vnd: 60_000, service_code: 'LT1' } },
    ])
    expect(await settledBy(world)).toBe(0)
  })

  it.each([
    [50_000, 10, [{ reference: 'same', transaction_id: 'LT1', wallet_code: 'WN1' }]],
    [50_000, 11, []],
    [60_000, 10, []],
  ])(
    'under another transaction than a person has named, over %i VND and %i points, is kept if the price is right',
    async (vnd, points, lines) => {
      const { world, reference, row } = await charged(10)
      const word = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
      await settleLinkedPayment(world.context, id, word)

      await world.endDay(inParts(row, vnd, points))

      const kept = await linesOf('payment.contradicted')
      expect(kept).toMatchObject(lines.map((line) => ({ ...line, reference })))
      expect(kept).toHaveLength(lines.length)
      expect(await world.openAlerts()).toContain('file_contradicts')
      expect((await world.order(id)).order).toMatchObject({ paidTransactionId: 'X1' })
    },
  )

  it.each([
    ['service', { service: 'X1', wallet: 'WN1' }],
    ['wallet', { service: 'LT1', wallet: 'X1' }],
  ])('confirms the word of a person by its %s code', async (_what, codes) => {
    const { world, reference, row } = await charged()
    const word = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
    await settleLinkedPayment(world.context, id, word)

    await world.endDay([{ ...row, ...codes }])

    expect(await linesOf('payment.known')).toMatchObject([{ reference, transaction_id: 'X1' }])
    expect(await world.alertKinds()).not.toContain('file_contradicts')
    expect(await settledBy(world)).toBe(0)
  })

  it('of the type of a refund says nothing about a payment, not even that its money is held', async () => {
    const { world, reference, row } = await charged()
    const word = { ...by, reference, result: 'paid', transactionId: 'LT1' } as const
    await settleLinkedPayment(world.context, id, word)
    const before = await world.order(id)

    await world.endDay([{ ...row, type: '-1', status: '1' }])

    expect(await world.order(id)).toEqual(before)
    expect(await world.alertKinds()).not.toContain('hold_contradicted')
  })

  it.each([
    ['wallet', { wallet: 'W-LT000001', service: 'LT9' }, 0],
    ['service', { wallet: 'WN9', service: 'LT000001' }, 0],
    ['neither', { wallet: 'WN9', service: 'LT9' }, 1],
  ])('that was paid on a later day is known by its %s code', async (_what, codes, alerts) => {
    const world = new DailyWorld()
    world.toNextDay()
    await world.openLinked({ amountVnd: 60_000 })
    await payWithLink(world.context, id)
    const { reference } = await world.linkedAttempt(id)

    await world.putServiceFile([
      { invoice: reference, amount: 60_000, date: world.date(), ...codes },
    ])
    await world.work()

    const raised = await listAlerts(world.context, { kind: 'file_contradicts' })
    expect(raised.alerts).toHaveLength(alerts)
  })
})
