import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  captureOrder,
  denyPayment,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseOrder,
  sweep,
  transferMoney,
} from '../index.ts'
import { listUndecided } from './index.ts'

describe('listUndecided', () => {
  it('lists every kind of payment, refund and transfer whose outcome is open, the oldest first', async () => {
    const world = new World()
    await world.openAndPay({ id: 'paid', amountVnd: 80_000 })
    world.service.fault = (call) =>
      call === 'refund' || call === 'transfer' ? 'lost answer' : 'none'
    await refundOrder(world.context, 'paid', { id: 'R1', vnd: 5_000 })
    world.advance({ minutes: 5 })
    await transferMoney(world.context, { id: 'T1', amountVnd: 2_000, receiverPhone: '0900000123' })
    world.advance({ minutes: 5 })
    await world.openAndStart({ id: 'wrong', amountVnd: 10_000 })
    const paid = world.service.pay(world.service.newest, {
      order_amount: 9_000,
      vnd_amount: 8_000,
      point_amount: 1,
    })
    await recordCallback(world.context, paid)
    await sweep(world.context)

    const { items, isMore } = await listUndecided(world.context)

    expect(isMore).toBe(false)
    expect(items).toMatchObject([
      { kind: 'refund', id: 'R1', orderId: 'paid', state: 'refund_unknown', vnd: 5_000 },
      { kind: 'transfer', id: 'T1', state: 'unknown', vnd: 2_000 },
      { kind: 'dispute', id: paid.signed.transaction_id, orderId: 'wrong', vnd: 8_000, points: 1 },
    ])
  })

  it('gives money and points of a payment with a linked wallet separately', async () => {
    const world = new World()
    const id = await world.openLinked({ amountVnd: 10_000 })
    await world.payWithoutAnswer(id, 3)

    const { items } = await listUndecided(world.context)

    expect(items).toMatchObject([
      { kind: 'payment', orderId: id, state: 'payment_unknown', vnd: 7_000, points: 3 },
    ])
  })

  it('lists payments with a linked wallet of unknown outcome, by an index', async () => {
    const world = new World()
    await world.openAndStart({ id: 'O1', amountVnd: 10_000 })
    await env.DB.prepare("UPDATE attempts SET state = 'payment_unknown'").run()

    const { items } = await listUndecided(world.context)

    expect(items).toMatchObject([
      { kind: 'payment', orderId: 'O1', state: 'payment_unknown', vnd: 10_000, points: 0 },
    ])
    const plan = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT reference FROM attempts
       WHERE state = 'payment_unknown' ORDER BY created_at_ms LIMIT 101`,
    ).all<{ detail: string }>()
    expect(plan.results.map(({ detail }) => detail)).toEqual([
      'SCAN attempts USING INDEX attempts_unknown',
    ])
  })

  it('lists orders whose callback became a dead letter, until a person decides', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    world.service.newest.status = { ...world.service.newest.status, pay_status: 'FAIL' }
    await recordCallback(world.context, callback)
    const other = { ...callback.signed, transaction_id: 'TX-OTHER' }
    await recordCallback(world.context, { ...callback, signed: other })
    await world.live(30)
    const tried = await listUndecided(world.context)
    await world.live(4 * 24 * 60, 60 * 60)
    const givenUp = await listUndecided(world.context)
    await denyPayment(world.context, id, { reason: 'there is none', staffId: 'an' })

    expect(tried.items).toEqual([])
    expect(givenUp.items).toMatchObject([
      { kind: 'unconfirmed', orderId: id, state: 'paid_unverified', vnd: 100_000, points: 0 },
    ])
    expect((await listUndecided(world.context)).items).toEqual([])
  })

  it.each([
    ['capturing', captureOrder],
    ['releasing', releaseOrder],
  ])('lists held money whose calls were given up, %s', async (state, settle) => {
    const world = new World()
    const orderId = await world.openLinked({ holdPayment: true })
    await payWithLink(world.context, orderId)
    world.service.answers.hold = () => refusal(5000001, 'maybe')
    await settle(world.context, orderId)
    const asked = await listUndecided(world.context)
    await env.DB.prepare('UPDATE attempts SET calls = 60').run()
    await world.live(60)

    const { items } = await listUndecided(world.context)

    expect(await world.alertKinds()).toEqual(['hold_given_up'])
    expect(asked.items).toEqual([])
    expect(items).toMatchObject([{ kind: 'payment', orderId, state, vnd: 100_000, points: 0 }])
    const plan = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT reference FROM attempts
       WHERE state IN ('capturing', 'releasing') AND next_call_at_ms IS NULL ORDER BY created_at_ms LIMIT 101`,
    ).all<{ detail: string }>()
    expect(plan.results.map(({ detail }) => detail)).toEqual([
      'SCAN attempts USING INDEX attempts_given_up',
    ])
  })

  it('lists the oldest hundred of a kind, and says that there are more', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO transfers (id, reference, state, amount_vnd, receiver_phone, description,
         created_at_ms, updated_at_ms, lease_until_ms)
       SELECT 'T' || i, 'R' || i, 'unknown', 1000, '*******123', '', i * 1000, i, i FROM n`,
    ).run()

    const { items, isMore } = await listUndecided(new World().context)

    expect(items).toHaveLength(100)
    expect(isMore).toBe(true)
    expect(items[0]).toMatchObject({ kind: 'transfer', id: 'T1', at: 1 })
  })
})
