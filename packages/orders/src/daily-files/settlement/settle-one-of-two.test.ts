import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { DailyWorld, numberedRefund, type ServiceRow } from '../../../test/daily-world.ts'
import {
  findTransfer,
  listAlerts,
  payWithLink,
  refundOrder,
  settleRefundByVerdict,
  transferMoney,
} from '../../index.ts'
import { findReconciliation } from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

const own = 'order-1'
const other = 'order-2'
const ids = [own, other]

/** The service puts down the file of the day that is over, in which one of two transactions is named. */
async function fileSays(world: DailyWorld, rows: readonly ServiceRow[]): Promise<void> {
  await world.endDay(rows)
}

/** Orders of two customers that are paid on the hosted page, with the service's rows of the payments. */
async function paidOrders(world: DailyWorld): Promise<readonly ServiceRow[]> {
  for (const id of ids) await world.openAndPay({ id, amountVnd: 9000 })
  return Promise.all(ids.map((id) => world.rowOfPayment(id)))
}

/** A refund of 4,000 VND for each order whose outcome the service has not told. */
async function unknownRefunds(world: DailyWorld): Promise<readonly ServiceRow[]> {
  const payments = await paidOrders(world)
  world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
  for (const id of ids) await refundOrder(world.context, id, { id: `R-${id}`, vnd: 4000 })
  return payments
}

it.each([
  ['made', '0', 'refunded'],
  ['a failure', '-1', 'refused'],
])(
  'a row of a refund that is %s does not change a refund of another order',
  async (_what, status, state) => {
    const world = new DailyWorld()
    const payments = await unknownRefunds(world)
    const before = await world.order(other)
    const row = { invoice: `R-${own}`, wallet: 'WR1', amount: 4000, date: world.date(), type: '-1' }

    await fileSays(world, [...payments, { ...row, status }])

    const { refunds } = await world.order(own)
    expect(refunds).toMatchObject([{ state }])
    expect((await findReconciliation(world.files, world.day))?.run?.totals?.settled).toBe(1)
    expect((await world.order(other)).refunds).toEqual(before.refunds)
    expect((await world.order(other)).order).toEqual(before.order)
  },
)

it.each([
  [-1, 'refused'],
  [0, 'refund_unknown'],
])(
  'a failed row proves nothing once the refund was sent after its day: %i ms after its end it is %s',
  async (ms, state) => {
    const world = new DailyWorld()
    const payments = await unknownRefunds(world)
    const endMs = Date.parse(`${world.day}T00:00:00+07:00`) + 24 * 3_600_000
    await env.DB.prepare('UPDATE refunds SET last_call_at_ms = ?')
      .bind(endMs + ms)
      .run()
    const row = { invoice: `R-${own}`, wallet: 'WR1', amount: 4000, date: world.date(), type: '-1' }

    await fileSays(world, [...payments, { ...row, status: '-1' }])

    expect((await world.order(own)).refunds).toMatchObject([{ state }])
  },
)

it.each(['-1', '0'])(
  'a row of a payment with the status %s says nothing about a refund that has the same code',
  async (status) => {
    const world = new DailyWorld()
    const payments = await unknownRefunds(world)
    const row = { invoice: `R-${own}`, wallet: 'WR1', amount: 4000, date: world.date(), type: '1' }

    await fileSays(world, [...payments, { ...row, status }])

    expect((await world.order(own)).refunds).toMatchObject([{ state: 'refund_unknown' }])
    expect((await findReconciliation(world.files, world.day))?.run?.totals?.settled).toBe(0)
  },
)

it('a failed row that proves the verdict of a person proves it for one of two refunds', async () => {
  const world = new DailyWorld()
  const payments = await unknownRefunds(world)
  world.service.fault = () => 'none'
  const by = { reason: 'asked the service', staffId: 'an' }
  for (const id of ids) {
    await settleRefundByVerdict(world.context, id, `R-${id}`, { ...by, result: 'not_refunded' })
  }
  const row = { invoice: `R-${own}`, wallet: 'WR1', amount: 4000, date: world.date(), type: '-1' }

  await fileSays(world, [...payments, { ...row, status: '-1' }])

  const reasons = await Promise.all(
    ids.map(async (id) => (await world.order(id)).refunds[0]?.refusalReason),
  )
  expect(reasons).toEqual(['failed_in_file', 'not_returned'])
})

it.each([
  ['a fraction of a dong is not kept', '4000.5', 0],
  ['another amount is kept', 3999, 1],
])(
  'a success row of a refund that a person has called not made, over %s for its correction',
  async (_what, amount, kept) => {
    const world = new DailyWorld()
    const payments = await unknownRefunds(world)
    world.service.fault = () => 'none'
    const verdict = { result: 'not_refunded', reason: 'asked the service', staffId: 'an' } as const
    await settleRefundByVerdict(world.context, own, `R-${own}`, verdict)
    const row = { invoice: `R-${own}`, wallet: 'WR1', amount, date: world.date(), type: '-1' }

    await fileSays(world, [...payments, row])

    const query = "SELECT COUNT(*) n FROM journal WHERE kind = 'refund.contradicted'"
    expect(await world.count(query)).toBe(kept)
    expect((await listAlerts(world.context, { kind: 'file_contradicts' })).alerts).toHaveLength(1)
    expect((await world.order(own)).refunds).toMatchObject([{ state: 'refused' }])
    expect((await findReconciliation(world.files, world.day))?.run?.totals?.settled).toBe(0)
  },
)

it('a failed row of a refund that the answer has named raises no alert', async () => {
  const world = new DailyWorld()
  const payments = await paidOrders(world)
  world.service.refundAnswer = numberedRefund('WR1')
  await refundOrder(world.context, own, { id: 'R1', vnd: 4000 })
  const row = { invoice: 'R1', wallet: 'WR1', amount: 4000, date: world.date(), type: '-1' }

  await fileSays(world, [...payments, row, { ...row, wallet: 'WF1', status: '-1' }])

  expect((await world.order(own)).refunds).toMatchObject([{ state: 'refunded' }])
  expect(await world.alertKinds()).not.toContain('file_contradicts')
})

it.each([
  [0, 'failed_in_file'],
  [1, 'not_returned'],
])(
  'a failed row proves such a verdict for seven days, and %i ms longer: %s',
  async (ms, reason) => {
    const world = new DailyWorld()
    await unknownRefunds(world)
    world.service.fault = () => 'none'
    const verdict = { result: 'not_refunded', reason: 'asked the service', staffId: 'an' } as const
    await settleRefundByVerdict(world.context, own, `R-${own}`, verdict)
    const { refunds } = await world.order(own)
    const until = (refunds[0]?.createdAtMs ?? 0) + 7 * 24 * 3_600_000 + ms
    for (let days = 0; days < 6; days += 1) world.toNextDay()
    const day = dayOf(world.now())
    const row = { invoice: `R-${own}`, wallet: 'WR1', amount: 4000, date: world.date(day) }
    await world.putServiceFile([{ ...row, type: '-1', status: '-1' }], day)
    world.advance({ seconds: (until - world.now()) / 1000 })

    await world.work()

    expect((await world.order(own)).refunds[0]?.refusalReason).toBe(reason)
  },
)

it('a row settles its transfer, and another of the same amount stays unknown', async () => {
  const world = new DailyWorld()
  const payments = await paidOrders(world)
  world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
  for (const id of ids) {
    await transferMoney(world.context, { id, amountVnd: 20_000, receiverPhone: '0900000123' })
  }
  const before = await findTransfer(world.context, other)
  const invoice = (await findTransfer(world.context, own))?.reference ?? ''

  await fileSays(world, [
    ...payments,
    { invoice, wallet: 'WT1', amount: 20_000, date: world.date() },
  ])

  expect(await findTransfer(world.context, own)).toMatchObject({ transactionId: 'WT1' })
  expect(await findTransfer(world.context, other)).toEqual(before)
})

it.each([
  ['nothing', {}, []],
  ['another amount', { amount: 19_999 }, ['file_amount_differs']],
  ['points too', { currency: 'POINT', amount: 20_000 }, ['file_amount_differs']],
])(
  'a row with another %s than an unknown transfer raises an alert',
  async (_what, change, kinds) => {
    const world = new DailyWorld()
    const payments = await paidOrders(world)
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    await transferMoney(world.context, {
      id: own,
      amountVnd: 20_000,
      receiverPhone: '0900000123',
    })
    const invoice = (await findTransfer(world.context, own))?.reference ?? ''
    const row = { invoice, wallet: 'WT1', amount: 20_000, date: world.date(), ...change }

    await fileSays(world, [...payments, row])

    const { alerts } = await listAlerts(world.context, { kind: 'file_amount_differs' })
    expect(alerts.map(({ kind }) => kind)).toEqual(kinds)
    const state = kinds.length === 0 ? 'succeeded' : 'unknown'
    expect(await findTransfer(world.context, own)).toMatchObject({ state })
    const settled = (await findReconciliation(world.files, world.day))?.run?.totals?.settled
    expect(settled).toBe(kinds.length === 0 ? 1 : 0)
  },
)

it('a row makes only its own payment be queried', async () => {
  const world = new DailyWorld()
  for (const id of ids) await world.openAndStart({ id })
  await world.live(180, 600)
  const { attempts } = await world.order(own)
  const invoice = attempts[0]?.reference ?? ''
  const before = await world.order(other)

  await fileSays(world, [{ invoice, wallet: 'T77', amount: 100_000, date: world.date() }])

  expect((await world.order(other)).attempts).toEqual(before.attempts)
  expect((await world.order(own)).attempts[0]?.nextPollAtMs).toBe(world.now())
})

it('a row settles its payment with a linked wallet, and that of another customer stays unknown', async () => {
  const world = new DailyWorld()
  for (const id of ids) {
    await world.openLinked({ id, amountVnd: 60_000, linkedCustomerId: `customer-${id}` })
  }
  world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
  for (const id of ids) await payWithLink(world.context, id)
  const before = await world.order(other)
  const invoice = (await world.linkedAttempt(own)).reference

  await fileSays(world, [
    { invoice, wallet: 'WN1', service: 'LT1', amount: 60_000, date: world.date() },
  ])

  expect((await world.order(own)).order).toMatchObject({ state: 'paid', paidTransactionId: 'LT1' })
  expect((await world.order(other)).attempts).toEqual(before.attempts)
  expect((await world.order(other)).order).toEqual(before.order)
})
