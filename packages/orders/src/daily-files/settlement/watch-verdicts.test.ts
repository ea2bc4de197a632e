import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import {
  closeAlert,
  listAlerts,
  payWithLink,
  refundOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
  sweep,
  transferMoney,
} from '../../index.ts'
import { dayOf } from '../vietnam-day.ts'

const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

/** The service sends a file of each day that passes; `rows` are those of the first day. */
async function passDays(world: DailyWorld, days: number, rows: readonly ServiceRow[] = []) {
  for (let passed = 0; passed < days; passed += 1) {
    const day = dayOf(world.now())
    world.toNextDay()
    await world.putServiceFile(passed === 0 ? rows : [], day)
    await world.work()
  }
}

async function alertsOf({ context }: DailyWorld) {
  const { alerts } = await listAlerts(context, { kind: 'verdict_not_in_files' })
  return alerts
}

async function paidByVerdict() {
  const world = new DailyWorld()
  const id = await world.openLinked({ amountVnd: 50_000 })
  world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
  await payWithLink(world.context, id)
  const { reference } = await world.linkedAttempt(id)
  const word = { ...by, reference, result: 'paid', transactionId: 'LT000001' } as const
  await settleLinkedPayment(world.context, id, word)
  const row = { invoice: reference, wallet: 'LT000001', amount: 50_000, date: world.date() }
  return { world, subject: reference, rows: [row], others: [] }
}

async function returnedByVerdict(walletCode?: string) {
  const world = new DailyWorld()
  const id = await world.openAndPay({ amountVnd: 50_000 })
  const payment = await world.rowOfPayment(id)
  world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
  await refundOrder(world.context, id, { id: 'R1', vnd: 50_000 })
  world.advance({ minutes: 2 })
  const word = {
    ...by,
    result: 'refunded',
    ...(walletCode !== undefined && { walletCode }),
  } as const
  await settleRefundByVerdict(world.context, id, 'R1', word)
  const refund = { invoice: 'R1', wallet: 'WR1', amount: 50_000, date: world.date(), type: '-1' }
  return { world, subject: 'R1', rows: [payment, refund], others: [] }
}

const toReceiver = { amountVnd: 50_000, receiverPhone: '0900000123', description: 'prize' }

/** The row of the newest transfer that the service was asked for. */
function rowOfTransfer(world: DailyWorld, wallet: string): ServiceRow {
  const invoice = [...world.service.transfers.keys()].at(-1) ?? ''
  return { invoice, wallet, amount: toReceiver.amountVnd, date: world.date() }
}

async function madeByVerdict() {
  const world = new DailyWorld()
  await transferMoney(world.context, { ...toReceiver, id: 'T0' })
  const answered = rowOfTransfer(world, 'TR000001')
  world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
  await transferMoney(world.context, { ...toReceiver, id: 'T1' })
  const word = { ...by, result: 'succeeded', transactionId: 'TR000002' } as const
  await settleTransfer(world.context, 'T1', word)
  const rows = [rowOfTransfer(world, 'TR000002')]
  return { world, subject: 'transfer:T1', rows, others: [answered] }
}

const scenes = [
  ['payment', paidByVerdict],
  ['refund', () => returnedByVerdict()],
  ['transfer', madeByVerdict],
] as const

describe.each(scenes)('a %s that counts because of a verdict alone', (what, begin) => {
  it('raises one alert when no file names it in three days, which a person closes for good', async () => {
    const { world, subject, others } = await begin()
    const day = world.day
    await passDays(world, 2, others)
    const early = await alertsOf(world)
    await passDays(world, 1)
    const raised = await alertsOf(world)
    await closeAlert(world.context, raised[0]?.id ?? 0, by)
    await passDays(world, 2)
    await sweep(world.context)

    expect(early).toEqual([])
    expect(raised).toMatchObject([{ subject, state: 'open', facts: { what, day } }])
    expect(await alertsOf(world)).toMatchObject([{ state: 'closed', timesRaised: 1 }])
  })

  it('raises none when a file names it', async () => {
    const { world, rows, others } = await begin()
    await passDays(world, 6, [...others, ...rows])

    expect(await alertsOf(world)).toEqual([])
  })

  it('closes the alert by itself when a later file names it', async () => {
    const { world, rows, others } = await begin()
    await passDays(world, 4, others)
    const before = await alertsOf(world)
    await passDays(world, 1, rows)
    await sweep(world.context)

    expect(before).toMatchObject([{ state: 'open' }])
    expect(await alertsOf(world)).toMatchObject([{ state: 'closed' }])
    expect((await alertsOf(world))[0]?.closed).not.toHaveProperty('staffId')
  })
})

describe('a transfer that counts because of a verdict alone', () => {
  it('raises none where the files of the service name no transfer', async () => {
    const { world } = await madeByVerdict()
    const order = await world.openAndPay({ amountVnd: 50_000 })
    await passDays(world, 6, [await world.rowOfPayment(order)])

    expect(await alertsOf(world)).toEqual([])
  })

  it('raises one once a file names any transfer of ours', async () => {
    const { world, subject, others } = await madeByVerdict()
    await passDays(world, 5)
    const before = await alertsOf(world)
    await passDays(world, 2, others)

    expect(before).toEqual([])
    expect(await alertsOf(world)).toMatchObject([{ subject, state: 'open' }])
  })
})

it('a refund whose code a person has named is a difference instead, where no file names it', async () => {
  const { world } = await returnedByVerdict('WR9')
  await passDays(world, 5)

  expect(await alertsOf(world)).toEqual([])
  expect(await world.alertKinds()).toContain('reconciliation_differences')
})

it('a payment that the service has answered about raises none', async () => {
  const world = new DailyWorld()
  const id = await world.openLinked({ amountVnd: 50_000, holdPayment: true })
  world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
  await payWithLink(world.context, id)
  const { reference } = await world.linkedAttempt(id)
  const word = { ...by, reference, result: 'paid', transactionId: 'LT000001' } as const
  await settleLinkedPayment(world.context, id, word)
  await world.live(2)
  await passDays(world, 5)

  expect(world.service.payments[0]?.status).toBe('SUCCESS')
  expect(await alertsOf(world)).toEqual([])
})
