import { expect, it } from 'vitest'
import { refundAccepted, refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import { listAlerts, refundOrder, sweep } from '../index.ts'
import { remindOfRefunds } from './remind-of-refunds.ts'

const id = 'order-1'

it('reminds of each refund of unknown outcome, also where several are due in the same sweep', async () => {
  const world = new World()
  await world.openAndPay({ id, amountVnd: 1000 })
  world.service.refundAnswer = () => refusal(4_090_801, 'maybe')
  for (const refund of ['R1', 'R2', 'R3']) {
    await refundOrder(world.context, id, { id: refund, vnd: 100 })
  }
  world.advance({ hours: 25 })

  await sweep(world.context)

  const { alerts } = await listAlerts(world.context, { kind: 'refund_still_unknown' })
  expect(alerts.map(({ subject }) => subject).toSorted()).toEqual(['R1', 'R2', 'R3'])
})

it.each([
  [24 * 3600, 1],
  [48 * 3600 - 1, 1],
  [48 * 3600, 2],
])('states an age of %i seconds in whole days: %i', async (seconds, days) => {
  const world = new World()
  await world.openAndPay({ id, amountVnd: 1000 })
  world.service.refundAnswer = () => refusal(4_090_801, 'maybe')
  await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
  world.advance({ seconds: 24 * 3600 - 1 })
  await remindOfRefunds(world.context, 10)
  expect(await world.alertKinds()).toEqual(['refund_id_taken'])
  world.advance({ seconds: seconds - 24 * 3600 + 1 })

  await remindOfRefunds(world.context, 10)

  const { alerts } = await listAlerts(world.context, { kind: 'refund_still_unknown' })
  expect(alerts.map(({ facts }) => facts['age_days'])).toEqual([days])
})

it.each([
  ['points that are', 2_000_801, { vnd: 0, points: 2 }],
  ['money that is', 2_000_802, { vnd: 900, points: 0 }],
] as const)('names only the %s still owed', async (_half, code, owed) => {
  const world = new World()
  await world.openAndPay({ id, amountVnd: 3900 }, { vnd_amount: 900, point_amount: 3 })
  world.service.refundAnswer = () => refundAccepted(code)
  await refundOrder(world.context, id, { id: 'R1', vnd: 900, points: 2 })
  world.advance({ hours: 25 })

  await sweep(world.context)

  const { alerts } = await listAlerts(world.context, { kind: 'refund_half_owed' })
  expect(alerts).toMatchObject([{ subject: 'R1', facts: { order_id: id, age_days: 1, ...owed } }])
})
