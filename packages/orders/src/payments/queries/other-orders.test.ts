import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import { refreshPayment } from '../../index.ts'
import { pollPayments } from './poll-payments.ts'

const own = 'order-1'
const other = 'order-2'

/** A world with two orders whose payments are open and due to be queried, the own one first. */
async function twoDue(): Promise<World> {
  const world = new World()
  await world.openAndStart({ id: own })
  world.advance({ seconds: 25 })
  await world.openAndStart({ id: other })
  world.advance({ minutes: 5 })
  return world
}

type Arrange = (world: World) => void

const withoutAnswer: Arrange = (world) => {
  world.service.fault = () => 'lost answer'
}
const withUnknownId: Arrange = (world) => {
  world.service.answers.query = () => refusal(4040001, 'no')
}
const afterExpiry: Arrange = (world) => world.advance({ minutes: 12 })

describe('the payment of one order does not change with that of another', () => {
  it.each([
    ['is still open', () => {}, { state: 'created', pollFailures: 0 }],
    ['gets no answer', withoutAnswer, { state: 'created', pollFailures: 1 }],
    ['has an unknown id', withUnknownId, { state: 'created', pollFailures: 1 }],
    ['has expired', afterExpiry, { state: 'expired', pollFailures: 0 }],
  ] as const)('when the first is queried and %s', async (_name, arrange, attempt) => {
    const world = await twoDue()
    arrange(world)
    const before = await world.order(other)

    const report = await pollPayments(world.context, 1)

    expect(report.polled).toBe(1)
    expect((await world.order(own)).attempts).toMatchObject([attempt])
    expect(await world.order(other)).toEqual(before)
  })

  it.each([
    ['PROCESSING', 'created'],
    ['FAIL', 'expired'],
  ])('when a page of the first is opened and the service says %s', async (pay_status, state) => {
    const world = await twoDue()
    for (const order of world.service.orders) order.status.pay_status = pay_status
    const before = await world.order(other)

    const { order } = await refreshPayment(world.context, own, {
      occasion: 'return',
      keepAlive() {},
    })

    expect(order?.attempts).toMatchObject([{ state }])
    expect(await world.order(other)).toEqual(before)
    await refreshPayment(world.context, other, { occasion: 'return', keepAlive() {} })
    expect(world.service.count('query')).toBe(2)
  })
})
