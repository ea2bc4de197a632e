import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/scripted-service.ts'
import { World } from '../../../test/world.ts'
import { openOrder, payWithLink, startPayment } from '../../index.ts'

const own = 'order-1'
const other = 'order-2'
const ids = [own, other]

/** Runs `act` while a payment of the other order is being created, and expects it as it was. */
async function whileOtherIsCreated(world: World, act: () => Promise<unknown>): Promise<void> {
  const { reached, release } = world.service.holdNextCall('create')
  const started = startPayment(world.context, other, { method: 'web-payment' })
  await reached
  const before = await world.order(other)
  await act()
  expect(await world.order(other)).toEqual(before)
  release()
  await started
}

type Arrange = (world: World) => void

const withLostAnswer: Arrange = (world) => {
  world.service.fault = () => 'lost answer'
}
const withRefusal: Arrange = (world) => {
  world.service.createAnswer = () => refusal(4040201, 'no')
}

/** A world with two orders of two customers, whose payments wait for a code. */
async function twoWaitingForCodes(): Promise<World> {
  const world = new World()
  world.service.needsOtp = true
  for (const id of ids) {
    await world.openLinked({ id, linkedCustomerId: `customer-${id}` })
    await payWithLink(world.context, id)
  }
  return world
}

describe('a payment of one order does not change that of another in the same state', () => {
  it.each([
    ['is created', () => {}, 'created'],
    ['is refused', withRefusal, 'refused'],
    ['is unknown', withLostAnswer, 'create_unknown'],
  ] as const)('while both are being created and the first %s', async (_name, arrange, state) => {
    const world = new World()
    for (const id of ids) await openOrder(world.context, { id, amountVnd: 100_000 })

    await whileOtherIsCreated(world, async () => {
      arrange(world)
      await startPayment(world.context, own, { method: 'web-payment' })
      world.service.fault = () => 'none'
      world.service.createAnswer = undefined
    })

    const { order, attempts } = await world.order(own)
    expect(attempts.map((one) => one.state)).toEqual([state])
    expect(order.state).toBe(state === 'created' ? 'created' : 'creating')
  })

  it('while both wait for a code and the first customer chooses another way to pay', async () => {
    const world = await twoWaitingForCodes()
    const before = await world.order(other)

    const outcome = await startPayment(world.context, own, { method: 'web-payment' })

    expect(outcome.outcome).toBe('redirect')
    expect(await world.order(other)).toEqual(before)
    const { attempts, journal } = await world.order(own)
    const page = attempts.find(({ method }) => method === 'web-payment')
    expect(attempts.find(({ method }) => method === 'linked-wallet')).toMatchObject({
      state: 'expired',
      nextCallAtMs: null,
    })
    expect(journal.find(({ kind }) => kind === 'payment.otp_abandoned')).toMatchObject({
      atMs: world.now(),
      evidence: 'own record',
      data: { reference_of_other: page?.reference },
    })
  })

  it('while the wallet of the other is charged and the first customer returns to the page', async () => {
    const world = new World()
    for (const id of ids) await world.openLinked({ id, linkedCustomerId: `customer-${id}` })
    const page = await startPayment(world.context, own, { method: 'web-payment' })
    const { reached, release } = world.service.holdNextCall('pay')
    const charged = payWithLink(world.context, other)
    await reached

    const again = await startPayment(world.context, own, { method: 'web-payment' })
    release()
    await charged

    expect(again).toEqual(page)
  })
})
