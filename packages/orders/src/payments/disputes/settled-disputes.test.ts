import { describe, expect, it } from 'vitest'
import { World } from '../../../test/world.ts'
import {
  acceptDispute,
  closeAlert,
  listAlerts,
  openOrder,
  recordCallback,
  refundOrder,
  releaseDispute,
  startPayment,
  sweep,
} from '../../index.ts'
import { replayByOperator } from '../../operators/index.ts'

const id = 'order-1'
const word = { reason: 'asked the service', staffId: 'an' }

describe('a disputed payment that is decided', () => {
  it('stays decided when its callback arrives late', async () => {
    const world = new World()
    await openOrder(world.context, { id, amountVnd: 100_000 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const wrong = world.service.newest
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const right = world.service.newest
    const late = world.service.pay(wrong, { order_amount: 90_000, vnd_amount: 90_000 })
    await world.live(2)
    await recordCallback(world.context, world.service.pay(right))
    await sweep(world.context)
    const accepted = await acceptDispute(world.context, id, {
      transactionId: right.status.transaction_id ?? '',
      ...word,
    })
    const back = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: late.signed.transaction_id,
      vnd: 90_000,
    })
    expect([accepted.outcome, back]).toMatchObject(['settled', { order: { state: 'paid' } }])
    await sweep(world.context)
    const alerts = await world.alertKinds()
    world.events.splice(0)

    await recordCallback(world.context, late)
    await world.live(2)

    expect((await world.order(id)).order.state).toBe('paid')
    expect(await world.alertKinds()).toEqual(alerts)
    expect(world.events).toEqual([])
  })

  it('leaves the order paid when the callback of its own payment is replayed', async () => {
    const world = new World()
    await world.openAndStart({ id })
    const { newest } = world.service
    const first = world.service.pay(newest)
    await recordCallback(world.context, first)
    await sweep(world.context)
    // The same QR is paid again: from now on the service names the newer transaction.
    const second = world.service.pay(newest, { transaction_id: 'TX-2' })
    await recordCallback(world.context, second)
    await sweep(world.context)
    expect((await world.order(id)).order.state).toBe('disputed')
    const { journal } = await world.order(id)
    const line = journal.find(({ kind }) => kind === 'callback.received')

    await replayByOperator(world.context, line?.seq ?? 0, word)
    await refundOrder(world.context, id, { id: 'R1', transactionId: 'TX-2', vnd: 100_000 })
    await world.live(2)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('leaves the order paid when the callback of its payment arrives with a token of another price', async () => {
    const world = new World()
    await world.openAndStart({ id })
    const { newest } = world.service
    const callback = world.service.pay(newest)
    await world.live(2)
    expect((await world.order(id)).order.state).toBe('paid')

    await recordCallback(world.context, { ...callback, amountVnd: 1_000 })
    await world.live(2)

    expect((await world.order(id)).order.state).toBe('paid')
    expect(await world.alertKinds()).toEqual(['token_amount_mismatch'])
  })

  it('is reported as ended when the order has its own payment', async () => {
    const world = new World()
    await world.openAndPay({ id: 'other' })
    const transactionId = world.service.newest.status.transaction_id ?? ''
    await openOrder(world.context, { id, amountVnd: 100_000 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const first = world.service.newest
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const second = world.service.newest
    await recordCallback(world.context, world.service.pay(first))
    await sweep(world.context)
    world.service.pay(second, { transaction_id: transactionId })
    await world.live(2)
    expect((await world.order(id)).order.state).toBe('disputed')
    world.events.splice(0)

    const outcomes = [
      await releaseDispute(world.context, id, { transactionId, ...word }),
      await releaseDispute(world.context, id, { transactionId, ...word }),
    ]
    await world.live(2)

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['settled', 'settled'])
    expect(world.events).toMatchObject([
      {
        type: 'order.dispute_ended',
        data: {
          order: { id, state: 'paid' },
          facts: { transaction_id: transactionId, order_id_of_payment: 'other' },
        },
      },
    ])
  })

  it('a callback with another price that the service denies does not change its order', async () => {
    const world = new World()
    await world.openAndStart({ id })
    const callback = world.service.callbackOf(world.service.newest)
    const signed = { ...callback.signed, pay_status: 'SUCCESS', transaction_id: 'NO-1' }
    await recordCallback(world.context, { ...callback, signed, amountVnd: 1_000 })
    await world.live(24 * 60, 600)

    expect((await world.order(id)).order.state).toBe('expired')
    expect(await world.alertKinds()).toContain('token_amount_mismatch')
  })

  it.each(['denied', 'confirmed'])(
    'raises one alert for each callback with another price that is %s',
    async (said) => {
      const world = new World()
      const kind = 'token_amount_mismatch'
      const expected: unknown[] = []
      for (const name of ['order-1', 'order-2']) {
        await world.openAndStart({ id: name })
        const { newest } = world.service
        const { signed, ...callback } =
          said === 'denied' ? world.service.callbackOf(newest) : world.service.pay(newest)
        if (said === 'confirmed') await world.live(2)
        const transactionId = said === 'denied' ? `NO-${name}` : signed.transaction_id
        const wrong = { ...signed, pay_status: 'SUCCESS', transaction_id: transactionId }
        await recordCallback(world.context, { ...callback, signed: wrong, amountVnd: 1_000 })
        await world.live(1)
        const { alerts } = await listAlerts(world.context, { kind, state: 'open' })
        for (const alert of alerts) await closeAlert(world.context, alert.id, word)
        await world.live(2)
        expected.unshift({
          subject: `${name}:${transactionId}`,
          state: 'closed',
          timesRaised: 1,
          facts: {
            order_id: name,
            transaction_id: transactionId,
            reference: newest.reference,
            amount_vnd: 100_000,
            amount_vnd_of_token: 1_000,
          },
        })
      }

      const { alerts } = await listAlerts(world.context, { kind })
      expect(alerts).toMatchObject(expected)
    },
  )
})
