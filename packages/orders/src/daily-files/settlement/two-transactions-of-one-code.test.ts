import { describe, expect, it } from 'vitest'
import { DailyWorld, numberedRefund, type ServiceRow } from '../../../test/daily-world.ts'
import { refundAccepted } from '../../../test/scripted-service.ts'
import { findTransfer, listAlerts, refundOrder, transferMoney } from '../../index.ts'
import { findReconciliation } from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

/** The rows of a first and of a second transaction under one invoice code. */
type TwoRows = readonly [first: ServiceRow, second: ServiceRow]

function twoOf(row: Omit<ServiceRow, 'wallet'>, name: string): TwoRows {
  const [one, other] = [`${name}1`, `${name}2`]
  return [
    { ...row, wallet: `W${one}`, service: one },
    { ...row, wallet: `W${other}`, service: other },
  ]
}

/** A payment with a linked wallet whose outcome only the service file tells. */
async function unknownPayment(world: DailyWorld): Promise<TwoRows> {
  await world.openLinked({ amountVnd: 60_000 })
  await world.payWithoutAnswer('order-1')
  const invoice = (await world.linkedAttempt('order-1')).reference
  return twoOf({ invoice, amount: 60_000, date: world.date() }, 'LT')
}

/** A transfer with and without an answer, and the rows that name it. */
const transferOf = (fault: 'none' | 'lost answer') => async (world: DailyWorld) => {
  world.service.fault = (call) => (call === 'transfer' ? fault : 'none')
  await transferMoney(world.context, { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' })
  const transfer = await findTransfer(world.context, 'T1')
  const invoice = transfer?.reference ?? ''
  const [first, second] = twoOf({ invoice, amount: 20_000, date: world.date() }, 'TR')
  return [{ ...first, service: transfer?.transactionId ?? 'TR1' }, second] as const
}

/** A refund that the service has accepted, with its code, without it, or with silence. */
const refundOf = (answer: 'named' | 'not named' | 'unknown') => async (world: DailyWorld) => {
  await world.openAndPay({ amountVnd: 9000 })
  if (answer === 'unknown')
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
  world.service.refundAnswer =
    answer === 'named' ? numberedRefund('WR1') : () => refundAccepted(200)
  await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 4000 })
  return twoOf({ invoice: 'R1', amount: 4000, date: world.date(), type: '-1' }, 'R')
}

async function contradictions(world: DailyWorld): Promise<unknown> {
  const { alerts } = await listAlerts(world.context, { kind: 'file_contradicts', state: 'open' })
  return alerts.map(({ facts }) => [facts['service_code'], facts['wallet_code']])
}

// Money may have moved twice under one code of ours.
describe.each([
  ['a payment that the file has settled', unknownPayment, 1],
  ['a transfer that the file has settled', transferOf('lost answer'), 1],
  ['a transfer that the service has answered', transferOf('none'), 0],
  ['a refund that the file has settled', refundOf('unknown'), 1],
  ['a refund that the answer has named', refundOf('named'), 0],
  ['a refund that only the file has named', refundOf('not named'), 0],
])('a second transaction of %s', (_what, begin, settled) => {
  it('raises an alert when both come with one file', async () => {
    const world = new DailyWorld()
    const [first, second] = await begin(world)

    await world.endDay([first, second])

    expect(await contradictions(world)).toEqual([[second.service, second.wallet]])
    const run = (await findReconciliation(world.files, world.day))?.run
    expect(run?.totals?.settled).toBe(settled)
  })

  it('raises an alert when it comes with a later file, and gets no row of ours', async () => {
    const world = new DailyWorld()
    const [first, second] = await begin(world)
    await world.endDay([first])
    const before = await contradictions(world)
    const next = dayOf(world.now())
    await world.endDay([{ ...second, date: world.date(next) }], next)
    const after = await contradictions(world)
    const last = dayOf(world.now())
    await world.endDay([], last)

    expect([before, after]).toEqual([[], [[second.service, second.wallet]]])
    expect(await contradictions(world)).toEqual(after)
    expect(await world.text(world.name('partner', last))).not.toContain(second.wallet)
  })
})

it.each([
  ['payment', unknownPayment],
  ['transfer', transferOf('lost answer')],
  ['refund', refundOf('not named')],
])(
  'the row of a %s that a file has settled says nothing new in the file of the next day',
  async (...the) => {
    const [, begin] = the
    const world = new DailyWorld()
    const [first] = await begin(world)
    await world.endDay([first])
    const next = dayOf(world.now())
    await world.endDay([], next)

    expect(await contradictions(world)).toEqual([])
  },
)

it.each([
  ['of the same amount is kept', {}, 1],
  ['of another amount is not kept', { amount: 19_999 }, 0],
  ['of points is not kept', { currency: 'POINT' }, 0],
])(
  'a second transaction of a transfer %s for its correction, and raises an alert',
  async (_what, change, kept) => {
    const world = new DailyWorld()
    const [first, second] = await transferOf('none')(world)

    await world.endDay([first, { ...second, ...change }])

    expect(await contradictions(world)).toEqual([[second.service, second.wallet]])
    const query = "SELECT COUNT(*) n FROM journal WHERE kind = 'transfer.contradicted'"
    expect(await world.count(query)).toBe(kept)
  },
)
