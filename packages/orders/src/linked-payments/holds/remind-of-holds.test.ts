import { expect, it } from 'vitest'
import { accepted } from '../../../test/scripted-wallet.ts'
import { toMinuteOfOldest } from '../../../test/oldest-first.ts'
import { World } from '../../../test/world.ts'
import { captureOrder, listAlerts, payWithLink } from '../../index.ts'
import { remindOfHolds } from './remind-of-holds.ts'

it('reminds of the money that is held the longest first, where there is more than one batch', async () => {
  const world = new World()
  world.service.answers.hold = () => accepted({ status: 'HOLDING' })
  const references: string[] = []
  for (const id of ['z-first', 'm-second', 'a-last']) {
    await world.openLinked({ id, linkedCustomerId: `customer-${id}`, holdPayment: true })
    await payWithLink(world.context, id)
    await captureOrder(world.context, id)
    references.push((await world.linkedAttempt(id)).reference)
    world.advance({ minutes: 1 })
  }
  world.advance({ hours: 25 })
  toMinuteOfOldest(world)

  await remindOfHolds(world.context, 1)

  const { alerts } = await listAlerts(world.context, { kind: 'hold_given_up' })
  const times = references.map((one) => alerts.find(({ subject }) => subject === one)?.timesRaised)
  expect(times).toEqual([2, 1, 1])
})
