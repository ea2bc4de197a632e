import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { restorePoint } from '../../test/restore-point.ts'
import { refusal } from '../../test/scripted-wallet.ts'
import { findOrder, openOrder, recordCallback, refundOrder, transferMoney } from '../index.ts'
import { verifyJournal } from './index.ts'

const prize = { id: 'prize-1', amountVnd: 50_000, receiverPhone: '0900000123' }

// docs/operations.md, "When the database was restored"
describe('a database that was restored to an hour ago', () => {
  it('finds by its questions what was paid since, on an address that was made before', async () => {
    const world = new DailyWorld()
    await world.openAndStart({ id: 'A' })
    const restore = await restorePoint()
    const callback = world.service.pay(world.service.newest)
    await recordCallback(world.context, callback)
    await world.live(1)
    await restore()

    await world.live(3)

    expect((await world.order('A')).order.state).toBe('paid')
    expect(world.events.map(({ id }) => id)).toEqual(['order-paid:A', 'order-paid:A'])
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('calls a person about a callback of an order that it has lost, and lets the id be opened again', async () => {
    const world = new DailyWorld()
    const restore = await restorePoint()
    await world.openAndStart({ id: 'A' })
    const order = world.service.newest
    await restore()
    await openOrder(world.context, { id: 'A', amountVnd: 100_000 })
    await recordCallback(world.context, world.service.pay(order))

    await world.live(10)

    expect((await world.order('A')).order.state).toBe('creating')
    expect(await world.alertKinds()).toContain('orphan_callback')
  })

  it('returns no refund twice that is asked for again under its id', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'A' })
    const reference = (await world.order('A')).order.paidReference ?? ''
    const restore = await restorePoint()
    await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
    await restore()

    const again = await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })

    expect(world.service.returnedVnd(reference)).toBe(20_000)
    expect(again).toMatchObject({ refund: { state: 'refund_unknown' } })
    expect(await world.alertKinds()).toEqual(['refund_id_taken'])
  })

  it("learns of a refund that nobody repeats from the service's file", async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'A' })
    const payment = await world.rowOfPayment('A')
    const restore = await restorePoint()
    await refundOrder(world.context, 'A', { id: 'R-1', vnd: 20_000 })
    await restore()
    world.toNextDay()
    const refund = { ...payment, wallet: 'W-1', amount: 20_000, type: '-1' }
    await world.putServiceFile([payment, refund])

    await world.work()

    expect(await findOrder(world.context, 'A')).toMatchObject({
      state: 'part_refunded',
      refunds: [{ state: 'refunded', origin: 'elsewhere', vnd: 20_000 }],
    })
  })

  it('pays no transfer twice that is asked for again under its id', async () => {
    const world = new DailyWorld()
    world.service.takenTransfer = refusal(4000502, 'maybe')
    const restore = await restorePoint()
    await transferMoney(world.context, prize)
    await restore()

    const again = await transferMoney(world.context, prize)

    expect(world.service.transfers.size).toBe(1)
    expect(again).toMatchObject({ transfer: { state: 'unknown' } })
    expect(await world.alertKinds()).toEqual(['transfer_unknown'])
  })
})
