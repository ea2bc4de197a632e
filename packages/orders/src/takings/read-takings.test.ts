import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import {
  acceptDispute,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  reopenDispute,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../index.ts'
import { recordOtherTransaction } from '../payments/contradicted-payment.ts'
import { readTakings } from './index.ts'

const day = '2026-09-01'
const midnightMs = Date.parse(`${day}T00:00:00+07:00`)
const stores = {
  default: { storeCode: 'S1', posCode: 'T1' },
  allowed: [{ storeCode: 'S2', posCodes: ['T1'] }],
}

/** A world in which it is this time of the day. */
function worldAt(time: string, more: ConstructorParameters<typeof World>[0] = {}): World {
  const world = new World({ ...more, context: { stores, ...more.context } })
  goTo(world, time)
  return world
}

function goTo(world: World, time: string, ofDay = day): void {
  world.advance({ seconds: (Date.parse(`${ofDay}T${time}:00+07:00`) - world.now()) / 1000 })
}

function at(time: string): number {
  return Date.parse(`${day}T${time}:00+07:00`) / 1000
}

const nothing = {
  payments: 0,
  paidVnd: 0,
  paidPoints: 0,
  refunds: 0,
  returnedVnd: 0,
  returnedPoints: 0,
}

/** Puts payments into the journal, one each second from midnight on. */
async function seedPayments(count: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
     SELECT ?2 + i * 1000, 'payment.confirmed', 'O' || i, 'payment.confirmed:O' || i, 'signed query',
       '{"order_amount":1000,"vnd_amount":1000,"point_amount":0}' FROM n`,
  )
    .bind(count, midnightMs)
    .run()
}

const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

/** An order that one of two pages has paid, and whose linked wallet was called without an answer. */
async function paidTwice() {
  const world = worldAt('09:00')
  await world.openLinked({ id: 'A', amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, 'A', { method: 'web-payment' })
  const first = world.service.newest
  await startPayment(world.context, 'A', { method: 'transaction-qr' })
  const second = world.service.newest
  world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
  await payWithLink(world.context, 'A')
  world.service.fault = () => 'none'
  world.service.pay(first)
  await recordCallback(world.context, world.service.callbackOf(first))
  await sweep(world.context)
  const { reference } = await world.linkedAttempt('A')
  return { world, pages: [first, second] as const, reference }
}

describe('readTakings', () => {
  it('adds up payments and refunds by hour, store and method, in VND and points', async () => {
    const world = worldAt('08:00')
    await world.openAndPay({ id: 'A', amountVnd: 100_000 })
    await world.openAndPay(
      { id: 'B', amountVnd: 50_000, storeCode: 'S2' },
      { vnd_amount: 30_000, point_amount: 20 },
    )
    goTo(world, '21:30')
    await refundOrder(world.context, 'A', { id: 'R1', vnd: 40_000 })

    const takings = await readTakings(world.context, { from: day })

    const total = {
      payments: 2,
      paidVnd: 130_000,
      paidPoints: 20,
      refunds: 1,
      returnedVnd: 40_000,
      returnedPoints: 0,
    }
    expect(takings).toMatchObject({ from: day, to: day, total })
    expect(takings.countedSince).toBeUndefined()
    expect(takings.times).toHaveLength(24)
    expect(takings.times[7]).toEqual({ at: at('07:00'), ...nothing })
    expect(takings.times[8]).toMatchObject({ at: at('08:00'), payments: 2, paidPoints: 20 })
    expect(takings.times[21]).toMatchObject({ at: at('21:00'), refunds: 1, returnedVnd: 40_000 })
    expect(takings.stores).toEqual([
      {
        ...nothing,
        storeCode: 'S1',
        payments: 1,
        paidVnd: 100_000,
        refunds: 1,
        returnedVnd: 40_000,
      },
      { ...nothing, storeCode: 'S2', payments: 1, paidVnd: 30_000, paidPoints: 20 },
    ])
    expect(takings.methods).toEqual([{ ...total, method: 'web-payment' }])
  })

  it('returns the takings of one store', async () => {
    const world = worldAt('08:00')
    await world.openAndPay({ id: 'A', amountVnd: 100_000 })
    await world.openAndPay({ id: 'B', amountVnd: 50_000, storeCode: 'S2' })

    const takings = await readTakings(world.context, { from: day, storeCode: 'S2' })

    expect(takings.total).toMatchObject({ payments: 1, paidVnd: 50_000 })
    expect(takings.stores.map(({ storeCode }) => storeCode)).toEqual(['S2'])
  })

  it('counts a second payment when it arrives, and its refund under its payment method', async () => {
    const world = worldAt('09:00')
    await openOrder(world.context, { id: 'A', amountVnd: 100_000 })
    await startPayment(world.context, 'A', { method: 'web-payment' })
    const one = world.service.newest
    await startPayment(world.context, 'A', { method: 'transaction-qr' })
    const other = world.service.newest
    await recordCallback(world.context, world.service.pay(one))
    await sweep(world.context)
    const second = world.service.pay(other, { vnd_amount: 90_000, point_amount: 10 })
    await recordCallback(world.context, second)
    await sweep(world.context)
    await refundOrder(world.context, 'A', {
      id: 'R1',
      transactionId: second.signed.transaction_id,
      vnd: 90_000,
      points: 10,
    })

    const { total, methods } = await readTakings(world.context, { from: day })

    const ofSecond = { payments: 1, paidVnd: 90_000, paidPoints: 10, refunds: 1 }
    expect(total).toMatchObject({ payments: 2, paidVnd: 190_000, paidPoints: 10, refunds: 1 })
    expect(methods).toMatchObject([
      { method: 'web-payment', payments: 1, paidVnd: 100_000, refunds: 0 },
      { method: 'transaction-qr', ...ofSecond, returnedVnd: 90_000, returnedPoints: 10 },
    ])
  })

  it('counts a payment of a wrong amount once, accepted or not', async () => {
    const world = worldAt('09:00')
    await world.openAndStart({ id: 'A', amountVnd: 100_000 })
    const paid = world.service.pay(world.service.newest, {
      order_amount: 150_000,
      vnd_amount: 150_000,
    })
    await recordCallback(world.context, paid)
    await sweep(world.context)
    const before = await readTakings(world.context, { from: day })
    await acceptDispute(world.context, 'A', {
      transactionId: paid.signed.transaction_id,
      reason: 'agreed with the customer',
      staffId: 'an',
    })

    const after = await readTakings(world.context, { from: day })

    expect(before.total).toMatchObject({ payments: 1, paidVnd: 150_000 })
    expect(after.total).toEqual(before.total)
  })

  it('counts a payment once whose transaction a person has named for another attempt of the order', async () => {
    const world = worldAt('09:00')
    await world.openLinked({ id: 'A', amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, 'A', { method: 'transaction-qr' })
    const page = world.service.newest
    world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
    await payWithLink(world.context, 'A')
    world.service.fault = () => 'none'
    world.service.pay(page)
    await settleLinkedPayment(world.context, 'A', {
      reference: (await world.linkedAttempt('A')).reference,
      result: 'paid',
      transactionId: page.status.transaction_id ?? '',
      ...by,
    })
    const before = await readTakings(world.context, { from: day })
    await recordCallback(world.context, world.service.callbackOf(page))
    await sweep(world.context)

    const after = await readTakings(world.context, { from: day })

    expect((await world.order('A')).order.paidReference).toBe(page.reference)
    expect(before.total).toMatchObject({ payments: 1, paidVnd: 50_000 })
    expect(after.total).toEqual(before.total)
  })

  it('counts a second payment once whose transaction is that of another attempt', async () => {
    const { world, pages, reference } = await paidTwice()
    const [, second] = pages
    world.service.pay(second, { vnd_amount: 48_000, point_amount: 2 })
    await settleLinkedPayment(world.context, 'A', {
      reference,
      result: 'paid',
      transactionId: second.status.transaction_id ?? '',
      ...by,
    })
    const before = await readTakings(world.context, { from: day })
    await recordCallback(world.context, world.service.callbackOf(second))
    await sweep(world.context)

    const after = await readTakings(world.context, { from: day })

    expect((await world.order('A')).disputedPayments).toMatchObject([
      { reference: second.reference },
    ])
    expect(before.total).toMatchObject({ payments: 2, paidVnd: 100_000 })
    expect(after.total).toEqual(before.total)
  })

  it('counts a second payment also when a person has corrected its transaction', async () => {
    const { world, reference } = await paidTwice()
    const word = { reference, result: 'paid', ...by } as const
    await settleLinkedPayment(world.context, 'A', { ...word, transactionId: 'WRONG' })
    const before = await readTakings(world.context, { from: day })
    const named = { evidence: 'answer of the service', transactionId: 'RIGHT' } as const
    await recordOtherTransaction(world.context, { orderId: 'A', reference }, named)
    await settleLinkedPayment(world.context, 'A', { ...word, transactionId: 'RIGHT' })

    const after = await readTakings(world.context, { from: day })

    expect((await world.order('A')).disputedPayments).toMatchObject([{ transactionId: 'RIGHT' }])
    expect(before.total).toMatchObject({ payments: 2, paidVnd: 100_000 })
    expect(after.total).toEqual(before.total)
  })

  it('counts a payment whose transaction a person had named for another one by mistake', async () => {
    const { world, pages, reference } = await paidTwice()
    const word = { reference, result: 'paid', ...by } as const
    await settleLinkedPayment(world.context, 'A', { ...word, transactionId: 'X1' })
    const named = { evidence: 'answer of the service', transactionId: 'RIGHT' } as const
    await recordOtherTransaction(world.context, { orderId: 'A', reference }, named)
    await settleLinkedPayment(world.context, 'A', { ...word, transactionId: 'RIGHT' })
    const callback = world.service.pay(pages[1], { transaction_id: 'X1' })
    await recordCallback(world.context, callback)
    await sweep(world.context)

    const { total } = await readTakings(world.context, { from: day })

    const { disputedPayments } = await world.order('A')
    expect(disputedPayments.map(({ transactionId }) => transactionId)).toEqual(['RIGHT', 'X1'])
    expect(total).toMatchObject({ payments: 3, paidVnd: 150_000 })
  })

  it('counts no payment that a person has ended as never made, until the end is taken back', async () => {
    const { world, reference } = await paidTwice()
    const word = { reference, result: 'paid', ...by } as const
    await settleLinkedPayment(world.context, 'A', { ...word, transactionId: 'X1' })
    const before = await readTakings(world.context, { from: day })
    const ended = { ...by, transactionId: 'X1', neverMade: true }
    const outcome = await releaseDispute(world.context, 'A', ended)
    const after = await readTakings(world.context, { from: day })
    await reopenDispute(world.context, 'A', { ...by, transactionId: 'X1' })

    const again = await readTakings(world.context, { from: day })

    expect(outcome.outcome).toBe('settled')
    expect(before.total).toMatchObject({ payments: 2, paidVnd: 100_000 })
    expect(after.total).toMatchObject({ payments: 1, paidVnd: 50_000 })
    expect(again).toEqual(before)
  })

  it('counts a payment once that a person has ended as another name of the one that counts', async () => {
    const world = worldAt('09:00')
    await world.openAndStart({ id: 'A' })
    const page = world.service.newest
    const callback = world.service.pay(page, { transaction_id: 'X' })
    page.status = { ...page.status, transaction_id: 'T-QUERY' }
    await recordCallback(world.context, callback)
    await world.live(2)
    const before = await readTakings(world.context, { from: day })
    await releaseDispute(world.context, 'A', { ...by, transactionId: 'X' })

    const after = await readTakings(world.context, { from: day })

    expect(before.total).toMatchObject({ payments: 2, paidVnd: 200_000 })
    expect(after.total).toMatchObject({ payments: 1, paidVnd: 100_000 })
  })

  it('counts the payment that a person has accepted in the place of one that was never made', async () => {
    const world = worldAt('09:00')
    await world.openLinked({ id: 'A', amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, 'A', { method: 'web-payment' })
    const page = world.service.newest
    world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
    await payWithLink(world.context, 'A')
    world.service.fault = () => 'none'
    const { reference } = await world.linkedAttempt('A')
    const word = { reference, result: 'paid', transactionId: 'X1', ...by } as const
    await settleLinkedPayment(world.context, 'A', word)
    await recordCallback(world.context, world.service.pay(page))
    await sweep(world.context)
    const before = await readTakings(world.context, { from: day })
    const accepted = await acceptDispute(world.context, 'A', {
      transactionId: page.status.transaction_id ?? '',
      insteadOf: 'X1',
      ...by,
    })

    const after = await readTakings(world.context, { from: day })

    expect(accepted.outcome).toBe('settled')
    expect(before.total).toMatchObject({ payments: 2, paidVnd: 100_000 })
    expect(after.total).toMatchObject({ payments: 1, paidVnd: 50_000 })
    expect(after.methods).toMatchObject([{ method: 'web-payment', payments: 1 }])
  })

  it('counts by day over several days, from midnight to midnight in Vietnam', async () => {
    const world = worldAt('23:50')
    await world.openAndPay({ id: 'A', amountVnd: 10_000 })
    goTo(world, '00:05', '2026-09-02')
    await world.openAndPay({ id: 'B', amountVnd: 20_000 })

    const { times } = await readTakings(world.context, { from: day, to: '2026-09-03' })

    expect(times.map(({ at: start, paidVnd }) => [start, paidVnd])).toEqual([
      [at('00:00'), 10_000],
      [at('00:00') + 86_400, 20_000],
      [at('00:00') + 2 * 86_400, 0],
    ])
  })

  it('returns from when it has counted, if one call cannot count everything', async () => {
    await seedPayments(50_010)

    const takings = await readTakings(new World().context, { from: day })

    expect(takings.countedSince).toBe(midnightMs / 1000 + 10)
    expect(takings.total.payments).toBe(50_001)
  })

  it('uses one statement, and reads no row of other days', async () => {
    await seedPayments(3_000)
    const world = new World()
    const statements: [string, unknown[]][] = []
    const database: D1Database = new Proxy(env.DB, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        return () => ({
          prepare: (sql: string) => ({
            bind: (...params: unknown[]) => {
              statements.push([sql, params])
              return target.prepare(sql).bind(...params)
            },
          }),
        })
      },
    })

    await readTakings({ ...world.context, database }, { from: '2026-09-02', to: '2026-10-02' })
    await readTakings({ ...world.context, database }, { from: day })

    const read = await Promise.all(
      statements.map(async ([sql, params]) => {
        const { meta } = await env.DB.prepare(sql)
          .bind(...params)
          .all()
        return meta.rows_read
      }),
    )
    expect(read).toHaveLength(2)
    expect(read[0]).toBeLessThanOrEqual(5)
    expect(read[1]).toBeLessThanOrEqual(7 * 3_000)
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statements[1]?.[0]}`)
      .bind(...(statements[1]?.[1] ?? []))
      .all<{ detail: string }>()
    const details = plan.results.map(({ detail }) => detail)
    expect(details).toContainEqual(
      expect.stringContaining('SEARCH journal USING INDEX journal_of_files (at_ms>? AND at_ms<?)'),
    )
    expect(details.filter((detail) => /^SCAN (?!line|taken)/.test(detail))).toEqual([])
  })

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: 'today' }, 'from'],
    [{ from: day, to: '2026-08-31' }, 'from and to'],
    [{ from: day, to: '2026-10-02' }, 'from and to'],
    [{ from: day, to: '' }, 'to'],
    [{ from: day, storeCode: 'two words' }, 'storeCode'],
  ])('refuses %j', async (range, field) => {
    await expect(readTakings(new World().context, range)).rejects.toThrow(
      new RegExp(`^The range's ${field} must `),
    )
  })
})
